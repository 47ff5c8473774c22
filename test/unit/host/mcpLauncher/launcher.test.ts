import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refreshLauncher, writeLauncher } from '../../../../src/host/mcpLauncher/launcher';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "user's folder-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Makes the extension of one version, whose server prints the version and its arguments. */
async function place(version: string, platform = process.platform) {
  const extensionPath = join(root, `tandem $x-${version}`);
  await mkdir(join(extensionPath, 'dist'), { recursive: true });
  const server = `console.log(${JSON.stringify(version)}, ...process.argv.slice(2));\n`;
  await writeFile(join(extensionPath, 'dist', 'mcp.js'), server);
  return { storage: join(root, 'storage'), extensionPath, execPath: process.execPath, platform };
}

const started = ({ command, args, env }: Awaited<ReturnType<typeof writeLauncher>>) =>
  execFileSync(command, [...args, '--workspace=/a b'], {
    ...{ encoding: 'utf8', env: { ...process.env, ...env } },
  }).trim();

it.each(['linux', 'win32'] as const)(
  'starts the server of the newest version by the same command, on %s',
  async platform => {
    const first = await writeLauncher(await place('1', platform));
    expect(started(first)).toBe('1 --workspace=/a b');
    await refreshLauncher(await place('2', platform));
    expect(started(first)).toBe('2 --workspace=/a b');
    expect(await writeLauncher(await place('2', platform))).toEqual(first);
  },
);

it('is not written before the user asks for it', async () => {
  const at = await place('1');
  await refreshLauncher(at);
  await expect(readFile(join(at.storage, 'tandem-mcp'))).rejects.toThrow('ENOENT');
});
