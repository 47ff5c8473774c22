import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));

/** Loads the function dynamically, because it is plain JavaScript without declarations. */
async function reasonToInstall(folder: string): Promise<string | undefined> {
  const loaded = (await import(script)) as {
    reasonToInstall: (path: string) => string | undefined;
  };
  return loaded.reasonToInstall(folder);
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-run-'));
  await mkdir(join(folder, 'node_modules'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const write = (file: string, packages: object) =>
  writeFile(join(folder, file), JSON.stringify({ packages }));

describe('reasonToInstall', () => {
  const locked = {
    '': { name: 'x' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/a-win32': { version: '1.0.0', integrity: 'sha512-w', optional: true },
  };

  it('is undefined if everything but optional packages is installed', async () => {
    await write('package-lock.json', locked);
    await write('node_modules/.package-lock.json', { 'node_modules/a': locked['node_modules/a'] });
    expect(await reasonToInstall(folder)).toBeUndefined();
  });

  it('names a missing or different package', async () => {
    await write('package-lock.json', locked);
    await write('node_modules/.package-lock.json', {});
    expect(await reasonToInstall(folder)).toContain('node_modules/a is not');
    const other = { version: '2.0.0', integrity: 'sha512-b' };
    await write('node_modules/.package-lock.json', { 'node_modules/a': other });
    expect(await reasonToInstall(folder)).toContain('node_modules/a is not');
  });

  it('treats an interrupted install as missing', async () => {
    await write('package-lock.json', locked);
    await writeFile(join(folder, 'node_modules', '.package-lock.json'), '{"packages":');
    expect(await reasonToInstall(folder)).toBe('dependencies are not installed');
  });
});

describe('run.mjs', () => {
  it('explains an unknown task and exits with 2', async () => {
    const outcome = await new Promise<{ code: unknown; stderr: string }>(done => {
      execFile(process.execPath, [script, 'no-such-task'], (error, _stdout, stderr) =>
        done({ code: error?.code, stderr }),
      );
    });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('There is no task "no-such-task"');
    expect(outcome.stderr).toContain('Usage: node scripts/run.mjs');
  });
});
