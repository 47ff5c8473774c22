import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobId } from '../../../../src/contract/ids';
import { Baselines } from '../../../../src/host/edits/baselines';

let root: string;
let baselines: Baselines;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'baselines-'));
  baselines = new Baselines(join(root, 'store'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const files = async () =>
  (await readdir(join(root, 'store'), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

test('what is put comes back byte for byte, also in another window', async () => {
  const bytes = Uint8Array.from([0, 255, 13, 10, 0xef, 0xbb, 0xbf]);
  const ref = await baselines.put(bytes);
  const other = new Baselines(join(root, 'store'));
  expect(Uint8Array.from((await other.get(ref)) ?? [])).toEqual(bytes);
});

test('the same content is kept once, also when it is put twice at a time', async () => {
  const bytes = new TextEncoder().encode('same');
  const refs = await Promise.all([baselines.put(bytes), baselines.put(bytes)]);
  refs.push(await baselines.put(bytes));
  expect(new Set(refs).size).toBe(1);
  expect(await files()).toHaveLength(1);
});

// Windows has no such modes: the profile folder protects what is in it.
const modes = process.platform === 'win32' ? [0o666, 0o666] : [0o600, 0o700];

test('only the person can read what is kept', async () => {
  await baselines.put(new TextEncoder().encode('secret'));
  const [file = ''] = await files();
  const found = await Promise.all([stat(file), stat(join(root, 'store'))]);
  expect(found.map(({ mode }) => mode & 0o777)).toEqual(modes);
});

test('an unknown, invented or damaged content is none', async () => {
  const ref = await baselines.put(new TextEncoder().encode('whole'));
  expect(await baselines.get('0'.repeat(64) as BlobId)).toBeUndefined();
  expect(await baselines.get('../../etc/passwd' as BlobId)).toBeUndefined();
  const [file = ''] = await files();
  await writeFile(file, 'who');
  expect(await baselines.get(ref)).toBeUndefined();
});

test('an empty file has a content as well', async () => {
  const ref = await baselines.put(new Uint8Array());
  expect(await baselines.get(ref)).toHaveLength(0);
});
