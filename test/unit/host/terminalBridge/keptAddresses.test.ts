import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { KeptAddresses } from '../../../../src/host/terminalBridge/keptAddresses';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const window = () => new KeptAddresses(folder, silentLog);
const address = { port: 4711, token: 'a-token' };

test('a reloaded window gets its address back, once and only after giving it up', async () => {
  const before = window();
  await before.keep(address);
  expect(await window().take()).toBeUndefined();
  before.giveUp();
  expect(await window().take()).toEqual(address);
  expect(await window().take()).toBeUndefined();
});

test('the address of a dead window is free', async () => {
  await writeFile(join(folder, '1.json'), JSON.stringify({ ...address, pid: 2 ** 22 - 1 }));
  expect(await window().take()).toEqual(address);
});

test('only the user can read the address file', async () => {
  const kept = window();
  await kept.keep(address);
  kept.giveUp();
  const { mode } = await stat(join(folder, '4711.json'));
  expect(mode & 0o777).toBe(0o600);
});

test('an invalid address file is left alone', async () => {
  await writeFile(join(folder, '1.json'), '{"port":1');
  expect(await window().take()).toBeUndefined();
  expect(await readdir(folder)).toEqual(['1.json']);
});

test('old tokens of dead windows are removed, whatever address is taken', async () => {
  const dead = { ...address, pid: 2 ** 22 - 1 };
  await writeFile(join(folder, '1.json'), JSON.stringify(dead));
  const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  for (const [name, pid] of [
    ['2.json', dead.pid],
    ['3.json.0123abcd.tmp', dead.pid],
    ['4.json', process.pid],
  ] as const) {
    await writeFile(join(folder, name), JSON.stringify({ ...address, pid }));
    await utimes(join(folder, name), old, old);
  }
  expect(await window().take()).toEqual(address);
  expect(await readdir(folder)).toEqual(['4.json']);
});
