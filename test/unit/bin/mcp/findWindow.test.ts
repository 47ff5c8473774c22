import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseWindow, type OpenWindow, openWindows } from '../../../../src/bin/mcp/findWindow';
import { tandemIdeName } from '../../../../src/protocol/ideNames';

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'windows ä-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const token = 'x'.repeat(43);
const good = { pid: process.pid, ideName: tandemIdeName, authToken: token };

async function lock(config: string, name: string, content: unknown): Promise<void> {
  const folder = join(root, config, 'ide');
  await mkdir(folder, { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(join(folder, name), text);
}

const found = () =>
  openWindows({ HOME: root, USERPROFILE: root, CLAUDE_CONFIG_DIR: join(root, 'own') });

it('finds live windows of Tandem in both places of lock files, each once', async () => {
  await lock('.claude', '40001.lock', { ...good, workspaceFolders: ['/a', '/b'] });
  await lock('own', '40001.lock', { ...good, workspaceFolders: ['/a', '/b'] });
  await lock('own', '40002.lock', good);
  expect((await found()).toSorted((one, other) => one.port - other.port)).toEqual([
    { port: 40_001, token, folders: ['/a', '/b'] },
    { port: 40_002, token, folders: [] },
  ]);
});

it.each<[string, string, unknown]>([
  ['another program', '40001.lock', { ...good, ideName: 'Visual Studio Code' }],
  ['a process that is gone', '40001.lock', { ...good, pid: 2 ** 30 }],
  ['no token', '40001.lock', { ...good, authToken: undefined }],
  ['a token that could be a header', '40001.lock', { ...good, authToken: `${token}\r\nX: y` }],
  ['a port that is none', '70000.lock', good],
  ['another name', '40001.lock.tmp', good],
  ['a path in its name', '..40001.lock', good],
  ['no JSON', '40001.lock', '{"pid":'],
  ['a list', '40001.lock', '[]'],
  ['a huge file', '40001.lock', JSON.stringify({ ...good, more: 'x'.repeat(2 << 20) })],
])('leaves out a lock with %s', async (_, name, content) => {
  await lock('.claude', name, content);
  expect(await found()).toEqual([]);
});

it('survives a missing folder, and a folder in the place of a lock', async () => {
  expect(await found()).toEqual([]);
  await mkdir(join(root, '.claude', 'ide', '40001.lock'), { recursive: true });
  expect(await found()).toEqual([]);
});

const open = (port: number, ...folders: string[]): OpenWindow => ({ port, token, folders });

it('chooses the window with the nearest folder, also through links', async () => {
  const [outer, inner] = [join(root, 'outer'), join(root, 'outer', 'inner')];
  await mkdir(join(inner, 'deep'), { recursive: true });
  await symlink(inner, join(root, 'link'));
  const windows = [open(1, outer), open(2, '/elsewhere', inner), open(3)];
  expect((await chooseWindow(windows, outer)).port).toBe(1);
  expect((await chooseWindow(windows, join(inner, 'deep'))).port).toBe(2);
  expect((await chooseWindow(windows, join(root, 'link', 'deep'))).port).toBe(2);
});

it('takes a folder below another one for the nearer one, however long the spelling of the other', async () => {
  const [outer, inner] = [join(root, 'o'), join(root, 'o', 'i')];
  const link = join(root, 'a-link-with-a-very-long-name');
  await mkdir(inner, { recursive: true });
  await symlink(outer, link);
  expect((await chooseWindow([open(1, link, outer), open(2, inner)], inner)).port).toBe(2);
});

it('explains what to do where no window fits, or several do', async () => {
  const choose = (...windows: OpenWindow[]) => chooseWindow(windows, '/work/a');
  await expect(choose()).rejects.toThrow(/Open the folder in VS Code, trust it/);
  await expect(choose(open(1, '/work/ab'), open(2))).rejects.toThrow(
    /No window of VS Code has \/work\/a open\..*--workspace.*\/work\/ab, a window without a folder/,
  );
  await expect(choose(open(1, '/work'), open(2, '/work'))).rejects.toThrow(
    /2 windows of VS Code have \/work\/a open \(\/work, \/work\)/,
  );
});
