import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readTail } from '../../../src/node/fileTail';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-tail-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('reads all of a short file, and nothing while it is unchanged', async () => {
  const path = join(folder, 'a');
  await writeFile(path, 'one\ntwo\n');
  const tail = await readTail(path, 100);
  expect(tail).toMatchObject({ text: 'one\ntwo\n', isCut: false });
  expect(await readTail(path, 100, tail?.version)).toBeUndefined();
  await appendFile(path, 'three');
  expect(await readTail(path, 100, tail?.version)).toMatchObject({ text: 'one\ntwo\nthree' });
});

it('starts a truncated tail with a whole line, even if a character is cut', async () => {
  const path = join(folder, 'a');
  await writeFile(path, `${'ü'.repeat(50)}\nlast\n`);
  expect(await readTail(path, 20)).toMatchObject({ text: 'last\n', isCut: true });
});

it('returns nothing for a missing file', async () => {
  expect(await readTail(join(folder, 'absent'), 20)).toBeUndefined();
});

it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
  const path = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [path]);
  expect(await readTail(path, 20)).toBeUndefined();
});

it.skipIf(process.platform === 'win32')('does not follow a symlink', async () => {
  await writeFile(join(folder, 'secret'), 'secret\n');
  await symlink(join(folder, 'secret'), join(folder, 'link'));
  expect(await readTail(join(folder, 'link'), 20)).toBeUndefined();
});
