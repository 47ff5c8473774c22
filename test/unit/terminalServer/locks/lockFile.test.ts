import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { LockContent, LockOwner } from '../../../../src/terminalServer/locks/lockContent';
import { LockFiles } from '../../../../src/terminalServer/locks/lockFile';

let root: string;
let folder: string;
let locks: LockFiles;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-lock-')));
  folder = join(root, 'config', 'ide');
  locks = new LockFiles(folder, silentLog);
});

afterEach(() => rm(root, { recursive: true, force: true }));

const ideName = 'Visual Studio Code (Tandem)';
const content: LockContent = { pid: process.pid, folders: ['/w'], ideName, token: 'secret' };
const isOurs = (found: LockOwner) => found.ideName === ideName;

const read = async (port: number): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, `${port}.lock`), 'utf8'));

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

it('contains what the CLI reads', async () => {
  await locks.write(40_000, content);
  expect(await read(40_000)).toEqual({
    pid: process.pid,
    workspaceFolders: ['/w'],
    ideName,
    transport: 'ws',
    runningInWindows: false,
    authToken: 'secret',
  });
  expect(await readdir(folder)).toEqual(['40000.lock']);
});

it.skipIf(process.platform === 'win32')('is readable only by the user', async () => {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  await locks.write(40_000, content);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, '40000.lock'))).mode & 0o777).toBe(0o600);
});

it('lists folders as opened and with symlinks resolved, each once', async () => {
  const real = join(root, 'real ü');
  const link = join(root, 'link');
  await mkdir(real);
  await symlink(real, link);
  await locks.write(1, { ...content, folders: [link, '/gone'] });
  expect(await read(1)).toMatchObject({ workspaceFolders: [link, real, '/gone'] });
  await locks.write(1, { ...content, folders: [real, link] });
  expect(await read(1)).toMatchObject({ workspaceFolders: [real, link] });
});

it('is replaced when folders change, and the last change wins', async () => {
  const all = ['/a', '/b', '/c', '/d'].map(one => locks.write(1, { ...content, folders: [one] }));
  await Promise.all(all);
  expect(await read(1)).toMatchObject({ workspaceFolders: ['/d'] });
  expect(await readdir(folder)).toEqual(['1.lock']);
});

it('is removed, even while it is being written', async () => {
  await locks.write(1, content);
  await locks.remove(1);
  await locks.remove(1);
  const writing = locks.write(1, content);
  locks.removeSync(1);
  await writing;
  expect(await readdir(folder)).toEqual([]);
});

it('is not removed if another process has replaced it', async () => {
  await locks.write(1, content);
  const other = new LockFiles(folder, silentLog);
  await other.write(1, { ...content, token: 'other' });
  await locks.remove(1);
  expect(await read(1)).toMatchObject({ authToken: 'other' });
  await other.remove(2);
  expect(await readdir(folder)).toEqual(['1.lock']);
});

it('is cleaned up if its process is gone, and only if it is ours', async () => {
  const pid = await deadPid();
  await locks.write(1, { ...content, pid });
  await locks.write(2, { ...content, pid: process.ppid, ideName: 'Visual Studio Code' });
  await locks.write(3, { ...content, pid, ideName: 'Visual Studio Code' });
  const odd: [string, string][] = [
    ['4.lock', '{"ideName":"Visual Studio Code (Tandem)"}'],
    ['5.lock', 'no json'],
    ['6.lock', '[]'],
    ['x.lock', '{}'],
    ['1.lock.bak', JSON.stringify({ pid, ideName })],
  ];
  for (const [name, text] of odd) await writeFile(join(folder, name), text);
  await symlink(join(folder, '2.lock'), join(folder, '7.lock'));
  await new LockFiles(folder, silentLog).removeStale(isOurs);
  expect((await readdir(folder)).sort()).toEqual(
    ['2.lock', '3.lock', '7.lock', ...odd.map(([name]) => name)].sort(),
  );
});

it('is cleaned up if nothing listens on its port', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: live } = server.address() as AddressInfo;
  const gone = createServer();
  gone.listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port: dead } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const before = new LockFiles(folder, silentLog);
  await before.write(live, content);
  await before.write(dead, content);
  await locks.write(1, content);
  await locks.removeStale(isOurs);
  expect((await readdir(folder)).sort()).toEqual([`${live}.lock`, '1.lock'].sort());
  server.close();
});

it('is cleared of temporary files from crashes, except those possibly in use', async () => {
  await mkdir(folder, { recursive: true });
  const text = (pid: number, name = ideName) => JSON.stringify({ pid, ideName: name });
  const dead = await deadPid();
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const files: [name: string, text: string, time?: Date][] = [
    ['1.lock.0a1b2c3d.tmp', text(dead)],
    ['2.lock.0a1b2c3d.tmp', text(process.pid), longAgo],
    ['3.lock.0a1b2c3d.tmp', '', longAgo],
    ['4.lock.0a1b2c3d.tmp', text(process.pid)],
    ['5.lock.0a1b2c3d.tmp', ''],
    ['6.lock.0a1b2c3d.tmp', text(dead, 'Another'), longAgo],
    ['7.lock.tmp', '', longAgo],
  ];
  for (const [name, content, time] of files) {
    await writeFile(join(folder, name), content);
    if (time) await utimes(join(folder, name), time, time);
  }
  await locks.removeStale(isOurs);
  expect((await readdir(folder)).map(name => name[0]).sort()).toEqual(['4', '5', '6', '7']);
});

it('needs no cleanup if there is no folder', async () => {
  await locks.removeStale(isOurs);
  await locks.remove(1);
});

it.skipIf(process.platform === 'win32')('leaves the mode of a folder behind a link', async () => {
  const target = join(root, 'target');
  await mkdir(target);
  await chmod(target, 0o755);
  await mkdir(join(root, 'config'));
  await symlink(target, folder, 'dir');
  await locks.write(40_000, content);
  expect((await stat(target)).mode & 0o777).toBe(0o755);
  expect((await stat(join(target, '40000.lock'))).mode & 0o777).toBe(0o600);
});

it.skipIf(process.platform === 'win32')(
  'is not written where a stranger owns the folder',
  async () => {
    const { uid } = await stat(root);
    await mkdir(folder, { recursive: true });
    if (uid === 0) {
      await chown(folder, 4711, 0);
    }
    const writing = new LockFiles(folder, silentLog, uid + 1).write(40_000, content);
    await expect(writing).rejects.toMatchObject({ code: 'ide.foreignFolder' });
    expect(await readdir(folder)).toEqual([]);
    // In a container, root often works in folders of others.
    await new LockFiles(folder, silentLog, 0).write(40_000, content);
    expect(await readdir(folder)).toEqual(['40000.lock']);
  },
);
