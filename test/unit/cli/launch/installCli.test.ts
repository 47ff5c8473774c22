import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type InstallOptions, installCli } from '../../../../src/cli/launch/installCli';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-install-')));
  await mkdir(join(root, 'bin'));
});
afterEach(() => rm(root, { recursive: true }));

/** Puts a fake npm into the user's PATH. */
async function npm(script: string): Promise<void> {
  const path = join(root, 'bin', 'npm');
  await writeFile(path, `#!${process.execPath}\n${script}`);
  await chmod(path, 0o755);
}

function options(more: Partial<InstallOptions> = {}): InstallOptions & { lines: string[] } {
  const lines: string[] = [];
  return {
    folder: join(root, 'store'),
    env: { PATH: join(root, 'bin') },
    platform: process.platform,
    execPath: process.execPath,
    onProgress: line => lines.push(line),
    lines,
    ...more,
  };
}

const makesProgram = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const folder = process.argv[process.argv.indexOf('--prefix') + 1] + '/node_modules/.bin';
  mkdirSync(folder, { recursive: true });
  const text = '#!' + process.execPath + '\\nconsole.log("2.1.400 (Claude Code)")';
  writeFileSync(folder + '/claude', text, { mode: 0o755 });
  console.log('added 2 packages for ' + process.argv.at(-1));
`;

it('installs with npm, reports progress and runs the program once', async () => {
  await npm(makesProgram);
  const given = options();
  expect(await installCli(given)).toEqual({
    kind: 'installed',
    path: join(root, 'store/node_modules/.bin/claude'),
    version: '2.1.400',
  });
  expect(given.lines).toContain('added 2 packages for @anthropic-ai/claude-code@latest');
  expect(given.lines.at(-1)).toBe('Claude Code 2.1.400 is installed');
});

it('shows the last output of an npm that fails', async () => {
  await npm("console.error('npm error code ENOSPC'); process.exit(1);");
  await expect(installCli(options())).rejects.toMatchObject({
    code: 'install.failed',
    detail: 'npm error code ENOSPC',
  });
});

it('fails if npm has installed nothing that runs', async () => {
  await npm('');
  await expect(installCli(options())).rejects.toMatchObject({ code: 'install.failed' });
});

it('stops npm when it is cancelled', async () => {
  await npm("console.log('fetching'); setInterval(() => undefined, 1 << 30);");
  const controller = new AbortController();
  const onProgress = (line: string) => {
    if (line === 'fetching') controller.abort();
  };
  const result = await installCli(options({ signal: controller.signal, onProgress }));
  expect(result).toEqual({ kind: 'cancelled' });
});

it("shows the vendor's command if npm is missing", async () => {
  const env = { PATH: ['/nowhere', dirname('/nowhere/else')].join(delimiter) };
  expect(await installCli(options({ env }))).toMatchObject({
    kind: 'noNpm',
    command: 'curl -fsSL https://claude.ai/install.sh | bash',
  });
  const windows = options({ env: { PATH: 'C:\\nowhere' }, platform: 'win32' });
  expect(await installCli(windows)).toMatchObject({
    command: 'irm https://claude.ai/install.ps1 | iex',
  });
});
