import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFolder } from '../../../../../src/core/edits/workspace/claimedFolder';
import { ShadowCollector } from '../../../../../src/core/edits/workspace/shadowCollector';
import { systemClock } from '../../../../../src/node/systemClock';

const day = 24 * 3_600_000;
let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'shadows-'));
  folder = join(root, 'shadows');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Makes a shadow repository. @returns its name */
async function shadow(letter: string, bytes: number, daysAgo: number): Promise<string> {
  const name = `${letter.repeat(16)}-0`;
  const objects = join(folder, name, 'objects', 'pack');
  await mkdir(objects, { recursive: true });
  await writeFile(join(objects, 'one.pack'), Buffer.alloc(bytes));
  const index = join(folder, name, 'index');
  await writeFile(index, '');
  const used = new Date(Date.now() - daysAgo * day);
  await utimes(index, used, used);
  return name;
}

async function collect(maxSize: number): Promise<void> {
  const limits = () => ({ maxSize, maxAge: 30 * day });
  const baselines = join(root, 'baselines');
  await new ShadowCollector({ folder, baselines, limits, clock: systemClock }).collect();
}

test('removes what was not used for long, and nothing else', async () => {
  await shadow('a', 10, 40);
  const fresh = await shadow('b', 10, 20);
  await writeFile(join(folder, 'notes.txt'), 'not ours');
  await collect(1_000);
  expect((await readdir(folder)).sort()).toEqual([fresh, 'notes.txt'].sort());
});

test('removes the least recently used above the size limit, which other contents share', async () => {
  await mkdir(join(root, 'baselines', 'ab'), { recursive: true });
  await writeFile(join(root, 'baselines', 'ab', 'content'), Buffer.alloc(500));
  await shadow('a', 300, 3);
  await shadow('b', 300, 2);
  const newest = await shadow('c', 300, 1);
  await collect(1_000);
  expect(await readdir(folder)).toEqual([newest]);
});

test('never removes one that a window has open', async () => {
  const name = await shadow('a', 300, 40);
  const claimed = await claimFolder(folder, 'a'.repeat(16));
  expect(claimed.path).toBe(join(folder, name));
  await collect(100);
  expect(await readdir(folder)).toContain(name);
  claimed.dispose();
  await collect(100);
  expect(await readdir(folder)).toEqual([]);
});

test('a missing folder is not an error', async () => {
  await expect(collect(100)).resolves.toBeUndefined();
});
