import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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
