import { chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  checkSupported,
  isAtLeast,
  newestTested,
  parseVersion,
  VersionReader,
} from '../../../../src/cli/launch/version';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-version-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('parses versions and compares them', () => {
  expect(parseVersion('2.1.329 (Claude Code)\n')).toBe('2.1.329');
  expect(parseVersion('hello')).toBeUndefined();
  expect(isAtLeast('2.1.120', '2.1.120')).toBe(true);
  expect(isAtLeast('2.0.77', '2.1.0')).toBe(false);
});

it('rejects a version that is too old and names the required one', () => {
  expect(() => checkSupported('2.0.35')).toThrow(/2\.0\.35 is too old: Tandem needs 2\.0\.36/);
  expect(() => checkSupported('2.0.36')).not.toThrow();
});

it('queries a program once, and again when it has changed', async () => {
  const path = join(folder, 'claude.mjs');
  const log = join(folder, 'log');
  const script = (version: string) =>
    `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(log)}, 'x'); console.log('${version} (Claude Code)');`;
  await writeFile(path, script('2.1.100'));
  const reader = new VersionReader(process.platform);
  const target = { command: process.execPath, args: [path], env: {} };
  const query = { path, target, env: process.env, cwd: folder };
  const [first, second] = await Promise.all([reader.read(query), reader.read(query)]);
  expect(first).toEqual(second);
  expect(first.version).toBe('2.1.100');
  await writeFile(path, script('2.1.101'));
  await utimes(path, new Date(), new Date(Date.now() + 60_000));
  const third = await reader.read(query);
  expect(third.version).toBe('2.1.101');
  expect(third.key).not.toBe(first.key);
});

it('reads the help of a version that is newer than the tested ones, once', async () => {
  const path = join(folder, 'claude.mjs');
  const log = join(folder, 'log');
  const script = (version: string) =>
    `import { appendFileSync } from 'node:fs';
const [flag] = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, flag + ' ');
console.log(flag === '--help' ? '  --effort <level>' : '${version} (Claude Code)');`;
  const target = { command: process.execPath, args: [path], env: {} };
  const query = { path, target, env: process.env, cwd: folder };
  await writeFile(path, script('9.9.9'));
  const reader = new VersionReader(process.platform);
  await reader.read(query);
  expect((await reader.read(query)).help?.flags).toEqual(new Set(['--effort']));
  expect(await readFile(log, 'utf8')).toBe('--version --help ');
  await writeFile(path, script(newestTested));
  expect(await new VersionReader(process.platform).read(query)).not.toHaveProperty('help');
});

it('names the pinned development dependency as tested', async () => {
  const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, object>;
  const pinned = Object.entries(manifest.devDependencies ?? {}).find(
    ([name]) => name === '@anthropic-ai/claude-code',
  );
  expect(isAtLeast(newestTested, String(pinned?.[1]))).toBe(true);
});

it('reports the masked output of a program without a version', async () => {
  const path = join(folder, 'claude.mjs');
  await writeFile(path, "console.error('broken: sk-ant-api03-abcdefghijk'); process.exit(1);");
  await chmod(path, 0o755);
  const target = { command: process.execPath, args: [path], env: {} };
  const reading = new VersionReader(process.platform).read({
    ...{ path, target, env: process.env, cwd: folder },
  });
  await expect(reading).rejects.toMatchObject({ code: 'cli.noVersion', detail: 'broken: ***' });
});

it('reports a missing program', async () => {
  const path = join(folder, 'gone');
  const target = { command: path, args: [], env: {} };
  const query = { path, target, env: process.env, cwd: folder };
  await expect(new VersionReader(process.platform).read(query)).rejects.toMatchObject({
    code: 'spawn.commandMissing',
  });
});
