import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PathSpelling } from '../../../../src/core/conversation/pathSpelling';

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'spelling-')));
  await mkdir(join(root, 'real'));
  await symlink(join(root, 'real'), join(root, 'link'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('files in a folder opened through a symlink are named through the symlink', async () => {
  const spelling = new PathSpelling(join(root, 'link'));
  expect(await spelling.of(join(root, 'real', 'src', 'a.ts'))).toBe(join(root, 'link/src/a.ts'));
  expect(await spelling.of(join(root, 'link', 'a.ts'))).toBe(join(root, 'link', 'a.ts'));
  expect(await spelling.of(join(root, 'really.ts'))).toBe(join(root, 'really.ts'));
});

test('drive letters are lower-cased on Windows, as in VS Code', async () => {
  const spelling = new PathSpelling('c:\\work', 'win32');
  expect(await spelling.of('D:\\other\\a.ts')).toBe('d:\\other\\a.ts');
  expect(await new PathSpelling('/work').of('D:\\other')).toBe('D:\\other');
});
