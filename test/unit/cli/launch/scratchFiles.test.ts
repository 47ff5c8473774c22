import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { removeLeftScratch, writeScratch } from '../../../../src/cli/launch/scratchFiles';

/** Process id that no system gives. */
const dead = 2 ** 22 - 1;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scratch-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('files of dead processes are removed, written or half written', async () => {
  const own = await writeScratch(folder, '{"env":{"TOKEN":"x"}}');
  expect((await stat(own)).mode & 0o777).toBe(0o600);
  const name = own.slice(folder.length + 1);
  const left = name.replace(String(process.pid), String(dead));
  await writeFile(join(folder, left), 'secret');
  await writeFile(join(folder, `${left}.0123abcd.tmp`), 'secret');
  const kept = [name, name.replace(String(process.pid), String(process.ppid)), 'notes.txt'];
  for (const one of kept.slice(1)) await writeFile(join(folder, one), '');
  await removeLeftScratch(folder, silentLog);
  expect((await readdir(folder)).sort()).toEqual(kept.sort());
});

test('a missing folder is no problem', async () => {
  await removeLeftScratch(join(folder, 'none'), silentLog);
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be written to is replaced by that for temporary files', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const path = await writeScratch(join(file, 'scratch'), 'secret');
  expect(dirname(path)).toBe(tmpdir());
  expect(await readFile(path, 'utf8')).toBe('secret');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await rm(path);
});
