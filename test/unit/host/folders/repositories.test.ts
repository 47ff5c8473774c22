import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { Repositories } from '../../../../src/host/folders/repositories';
import { findRepository } from '../../../../src/node/git/repository';
import { RepositoryBed } from './repositoryBed';

let bed: RepositoryBed;
let repositories: Repositories;

beforeEach(async () => {
  bed = await RepositoryBed.create();
  repositories = new Repositories(silentLog);
});

afterEach(async () => {
  repositories.dispose();
  await bed.dispose();
});

const told = () =>
  new Promise<void>(resolve => {
    const listening = repositories.onChanged(() => {
      listening.dispose();
      resolve();
    });
  });
const tree = (name: string) => join(bed.top, name);
const addTree = (name: string) =>
  bed.run(bed.root, 'worktree', 'add', '-q', '-b', `b/${name}`, tree(name));

it('finds all worktrees from any of them or their subfolders, the main one first', async () => {
  addTree('x');
  bed.run(bed.root, 'worktree', 'add', '-q', '--detach', tree('y'));
  const all = [
    { path: bed.root, branch: 'main', isMain: true },
    { path: tree('x'), branch: 'b/x', isMain: false },
    { path: tree('y'), isMain: false },
  ];
  for (const folder of [bed.root, join(bed.root, 'sub'), tree('x'), join(tree('y'), 'sub')]) {
    expect(await repositories.worktreesOf(folder), folder).toEqual(all);
  }
  expect(await repositories.worktreesOf(bed.top)).toEqual([]);
  expect(await repositories.worktreesOf(join(bed.top, 'gone'))).toEqual([]);
});

it('excludes submodules and worktrees whose folder is gone', async () => {
  addTree('x');
  await rm(tree('x'), { recursive: true });
  const { gitFolder, commonFolder } = (await findRepository(bed.root)) ?? {};
  expect(gitFolder).toBe(commonFolder);
  expect(await repositories.worktreesOf(bed.root)).toHaveLength(1);
  bed.run(
    bed.root,
    '-c',
    'protocol.file.allow=always',
    'submodule',
    'add',
    '-q',
    bed.root,
    'inner',
  );
  const inner = await findRepository(join(bed.root, 'inner'));
  expect(inner?.root).toBe(join(bed.root, 'inner'));
  expect(inner?.gitFolder).toBe(inner?.commonFolder);
});

it('fires when a worktree is added or removed, and reads the list again', async () => {
  expect(await repositories.worktreesOf(bed.root)).toHaveLength(1);
  let change = told();
  addTree('x');
  await change;
  await expect.poll(() => repositories.worktreesOf(bed.root)).toHaveLength(2);
  change = told();
  bed.run(bed.root, 'worktree', 'remove', tree('x'));
  await change;
  await expect.poll(() => repositories.worktreesOf(bed.root)).toHaveLength(1);
});

it('offers the same subfolder in each worktree, keeping the spelling of folders', async () => {
  addTree('x');
  await mkdir(join(bed.top, 'plain'));
  const linked = join(bed.top, 'linked');
  await symlink(join(bed.root, 'sub'), linked);
  expect(await repositories.withWorktrees([linked, join(bed.top, 'plain')])).toEqual([
    linked,
    join(bed.top, 'plain'),
    join(tree('x'), 'sub'),
  ]);
});

it('fires each time a linked worktree switches branches', async () => {
  addTree('x');
  const branch = async () =>
    (await repositories.worktreesOf(tree('x'))).find(({ isMain }) => !isMain)?.branch;
  expect(await branch()).toBe('b/x');
  for (const name of ['one', 'two']) {
    const change = told();
    bed.run(tree('x'), 'switch', '-q', '-c', name);
    await change;
    await expect.poll(branch).toBe(name);
  }
});
