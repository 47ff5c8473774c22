import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FolderGrouping } from '../../../../src/host/sessions/folderGrouping';

let root: string;
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd });

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-homes-')));
  await mkdir(join(root, 'repo', 'packages', 'one'), { recursive: true });
  await mkdir(join(root, 'plain', 'inner'), { recursive: true });
  const repo = join(root, 'repo');
  git(repo, 'init', '-q');
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'x');
  git(repo, 'worktree', 'add', '-q', '-b', 'b', join(root, 'elsewhere'));
  await symlink(repo, join(root, 'link'));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function homes(workspace: string, ...cwds: string[]) {
  const made = new FolderGrouping();
  await made.learn(
    [join(root, workspace)],
    cwds.map(cwd => join(root, cwd)),
  );
  return cwds.map(cwd => {
    const { folder, isWorkspace } = made.groupFolderOf(join(root, cwd));
    return `${folder.slice(root.length + 1)}${isWorkspace ? '!' : ''}`;
  });
}

test('all worktrees and folders of a repository share one home', async () => {
  const cwds = ['repo', 'elsewhere', 'repo/packages/one', 'plain'];
  expect(await homes('plain', ...cwds)).toEqual(['repo', 'repo', 'repo', 'plain!']);
  expect(await homes('elsewhere', ...cwds)).toEqual(['repo!', 'repo!', 'repo!', 'plain']);
});

test('a deleted folder belongs to the repository that contained it', async () => {
  const [gone] = await homes('repo', 'repo/.claude/worktrees/gone');
  expect(gone).toBe('repo!');
});

test('a folder without a repository is its own home, including its subfolders in a workspace', async () => {
  expect(await homes('repo', 'plain/inner')).toEqual(['plain/inner']);
  expect(await homes('plain', 'plain/inner')).toEqual(['plain!']);
});

test('a workspace opened through a symlink is its target folder', async () => {
  expect(await homes('link', 'repo', 'repo/packages/one')).toEqual(['repo!', 'repo!']);
});
