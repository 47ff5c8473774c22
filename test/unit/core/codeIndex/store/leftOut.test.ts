import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LeftOut } from '../../../../../src/core/codeIndex/store/leftOut';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'left-out-')));
});
afterEach(() => rm(folder, { recursive: true }));

const nothing = { isAll: false, below: [] };

it('has files with secrets, also those of a root that holds only secrets', () => {
  const project = new LeftOut(join(folder, 'project'), nothing);
  expect(project.has('src/.env')).toBe(true);
  expect(project.has('src/env.ts')).toBe(false);
  expect(new LeftOut(join(folder, '.aws'), nothing).has('sso/cache/one.txt')).toBe(true);
});

it('has what a rule denies below the real folder of a linked root', async () => {
  await mkdir(join(folder, 'real'));
  await symlink(join(folder, 'real'), join(folder, 'link'));
  const below = [{ roots: [join(folder, 'real')], lines: ['/private/', '!/private/open.ts'] }];
  const leftOut = new LeftOut(join(folder, 'link'), { isAll: false, below });
  expect(leftOut.has('private/a.ts')).toBe(true);
  expect(leftOut.has('a.ts')).toBe(false);
  expect(new LeftOut(folder, { isAll: true, below: [] }).has('a.ts')).toBe(true);
});

it('finds links among the folders of a path', async () => {
  await mkdir(join(folder, 'a/b'), { recursive: true });
  await symlink(join(folder, 'a'), join(folder, 'c'));
  const leftOut = new LeftOut(folder, nothing);
  expect(leftOut.isBehindLink('a/b/x.ts')).toBe(false);
  expect(leftOut.isBehindLink('c/b/x.ts')).toBe(true);
  expect(leftOut.isBehindLink('gone/x.ts')).toBe(false);
  expect(leftOut.isBehindLink('x\0/y.ts')).toBe(false);
});
