import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWithin } from '../../../src/node/isWithin';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-within-')));
  await mkdir(join(root, 'work', '..inner'), { recursive: true });
  await mkdir(join(root, 'workshop'));
  await symlink(join(root, 'work'), join(root, 'link'));
});

afterAll(() => rm(root, { recursive: true }));

test.each([
  ['work', 'work', true],
  ['work', 'work/..inner', true],
  ['link', 'work/..inner', true],
  ['work', 'link', true],
  ['work', 'work/gone', true],
  ['work', 'workshop', false],
  ['work', '.', false],
  ['work/..inner', 'work', false],
])('%s contains %s: %s', async (folder, path, isInside) => {
  expect(await isWithin(join(root, folder), join(root, path))).toBe(isInside);
});
