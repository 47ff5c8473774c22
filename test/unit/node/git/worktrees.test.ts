import { existsSync } from 'node:fs';
import { chmod, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Worktrees, worktreePath } from '../../../../src/node/git/worktrees';
import { testInFull } from '../../../support/inFull';
import { RepositoryBed } from '../../host/folders/repositoryBed';

let bed: RepositoryBed;
let worktrees: Worktrees;
let path: string;

beforeEach(async () => {
  bed = await RepositoryBed.create();
  worktrees = new Worktrees(bed.git);
  path = worktreePath('${repo}.worktrees', bed.root, 'fix/it');
});

afterEach(() => bed.dispose());

const add = () =>
  worktrees.add({ root: bed.root, path, branch: 'fix/it', base: 'main' }, bed.signal);

it('places a worktree next to its repository, or where the setting says', () => {
  expect(path).toBe(join(bed.top, 'repo.worktrees', 'fix', 'it'));
  expect(worktreePath('../trees', '/a/repo', 'x')).toBe('/a/trees/x');
  expect(worktreePath('/trees', '/a/repo', 'a<b')).toBe('/trees/a-b');
  expect(worktreePath('${repo}/.trees', '/a/$&', 'x')).toBe('/a/$&/.trees/x');
});

it('validates branch names with git', async () => {
  const problem = (name: string) => worktrees.branchProblem(name, bed.root, bed.signal);
  for (const name of ['fix/it', 'ü', 'v1.0']) {
    expect(await problem(name), name).toBeUndefined();
  }
  for (const name of ['', 'a b', 'a..b', '-x', '@{-1}', 'HEAD', 'a.lock', 'a~1', '/a', 'a/']) {
    expect(await problem(name), name).toContain('cannot be the name');
  }
});

it('creates a worktree with a branch, and refuses a folder or branch in use', async () => {
  await add();
  expect(await readFile(join(path, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  expect(bed.run(path, 'branch', '--show-current').trim()).toBe('fix/it');
  expect(await worktrees.branches(bed.root, bed.signal)).toEqual(['fix/it', 'main']);
  const again = { root: bed.root, path, branch: 'other', base: 'main' };
  await expect(worktrees.add(again, bed.signal)).rejects.toThrow('is not empty');
  const taken = { root: bed.root, path: `${path}2`, branch: 'main', base: 'main' };
  await expect(worktrees.add(taken, bed.signal)).rejects.toThrow(/could not be made.*main/);
});

testInFull('checks out an existing branch', async () => {
  bed.run(bed.root, 'branch', 'old');
  await worktrees.add({ root: bed.root, path, branch: 'old' }, bed.signal);
  expect(bed.run(path, 'branch', '--show-current').trim()).toBe('old');
});

it('counts and describes commits and uncommitted files', async () => {
  await add();
  await bed.write('a.txt', 'main\ntwo\nthree\n');
  bed.commit();
  await bed.write('new.txt', 'new\n', path);
  bed.commit(path);
  await bed.write('a.txt', 'one\ntwo\nTHREE\n', path);
  await bed.write('untracked name', 'its line\n', path);
  bed.run(path, 'mv', 'sub/b.txt', 'sub/c.txt');
  expect(await worktrees.state(path, 'refs/heads/main', bed.signal)).toEqual({
    uncommitted: 4,
    ahead: 1,
    behind: 1,
  });
  const text = await worktrees.describe(path, 'refs/heads/main', bed.signal);
  expect(text).toContain('a commit (A,');
  expect(text).toContain('+THREE');
  expect(text).toContain('# new, not added to Git: untracked name\n');
  expect(text).toContain('+its line\n');
  // The user's own index is as it was.
  expect(bed.run(path, 'status', '--porcelain')).toContain('?? "untracked name"');
  expect(text).not.toContain('-main');
});

it('describes what it can if a new file has just been removed', async () => {
  await add();
  await bed.write('a.txt', 'one\ntwo\nTHREE\n', path);
  const git = Object.assign(Object.create(bed.git) as typeof bed.git, {
    run: async (request: Parameters<typeof bed.git.run>[0]) => {
      await bed.git.run(request);
      if (request.args[0] === 'ls-files') request.onOutput?.(Buffer.from('gone\0'));
    },
  });
  const text = await new Worktrees(git).describe(path, 'refs/heads/main', bed.signal);
  expect(text).toContain('gone');
  expect(text).toContain('+THREE');
});

it('commits everything and merges it with a merge commit', async () => {
  await add();
  await bed.write('a.txt', 'one\ntwo\nTHREE\n', path);
  await worktrees.commitAll(path, 'Shout', bed.signal);
  expect(await worktrees.unmerged(bed.root, 'fix/it', bed.signal)).toBe(1);
  expect(await worktrees.merge(bed.root, 'fix/it', bed.signal)).toEqual({ kind: 'merged' });
  expect(await readFile(join(bed.root, 'a.txt'), 'utf8')).toContain('THREE');
  expect(bed.run(bed.root, 'rev-list', '--merges', '--count', 'HEAD').trim()).toBe('1');
  expect(await worktrees.unmerged(bed.root, 'fix/it', bed.signal)).toBe(0);
});

testInFull('refuses to merge into uncommitted changes, but allows untracked files', async () => {
  await add();
  await bed.write('c.txt', 'c\n', path);
  bed.commit(path);
  await bed.write('a.txt', 'dirty\n');
  await expect(worktrees.merge(bed.root, 'fix/it', bed.signal)).rejects.toThrow('not committed');
  bed.run(bed.root, 'checkout', '--', 'a.txt');
  await bed.write('new.txt', 'new\n');
  expect(await worktrees.merge(bed.root, 'fix/it', bed.signal)).toEqual({ kind: 'merged' });
});

it('lists conflicting files, and restores everything when the merge is aborted', async () => {
  await add();
  await bed.write('a.txt', 'theirs\ntwo\nthree\n', path);
  bed.commit(path);
  await bed.write('a.txt', 'ours\ntwo\nthree\n');
  bed.commit();
  const before = bed.run(bed.root, 'rev-parse', 'HEAD');
  expect(await worktrees.merge(bed.root, 'fix/it', bed.signal)).toEqual({
    kind: 'conflicts',
    files: ['a.txt'],
  });
  await worktrees.abortMerge(bed.root, bed.signal);
  expect(await readFile(join(bed.root, 'a.txt'), 'utf8')).toBe('ours\ntwo\nthree\n');
  expect(bed.run(bed.root, 'rev-parse', 'HEAD')).toBe(before);
  expect(bed.run(bed.root, 'status', '--porcelain')).toBe('');
});

testInFull('removes a modified worktree only if forced, and deletes its branch', async () => {
  await add();
  await bed.write('a.txt', 'dirty\n', path);
  const remove = (isForced: boolean) => worktrees.remove(bed.root, path, isForced, bed.signal);
  await expect(remove(false)).rejects.toThrow('could not be removed');
  expect(existsSync(path)).toBe(true);
  await remove(true);
  expect(existsSync(path)).toBe(false);
  await worktrees.deleteBranch(bed.root, 'fix/it', bed.signal);
  expect(await worktrees.branches(bed.root, bed.signal)).toEqual(['main']);
});

it('rejects an option as the base of a branch', async () => {
  for (const base of ['--lock', '-f', '--orphan']) {
    const wish = { root: bed.root, path, branch: 'x', base };
    await expect(worktrees.add(wish, bed.signal)).rejects.toThrow(
      'is neither a branch nor a commit',
    );
  }
  expect(existsSync(path)).toBe(false);
});

it('lists branches that share their name with a tag', async () => {
  bed.run(bed.root, 'tag', 'main');
  expect(await worktrees.branches(bed.root, bed.signal)).toEqual(['main']);
});

testInFull('counts commits that would be lost with a detached worktree', async () => {
  bed.run(bed.root, 'worktree', 'add', '-q', '--detach', path);
  expect(await worktrees.unreachable(path, bed.signal)).toBe(0);
  await bed.write('new.txt', 'new\n', path);
  bed.commit(path);
  expect(await worktrees.unreachable(path, bed.signal)).toBe(1);
  bed.run(path, 'branch', 'kept');
  expect(await worktrees.unreachable(path, bed.signal)).toBe(0);
});

testInFull('truncates a description that is too long to show', async () => {
  await add();
  await bed.write('big.txt', 'a line that is long enough to be one\n'.repeat(150_000), path);
  bed.commit(path);
  const text = await worktrees.describe(path, 'refs/heads/main', bed.signal);
  expect(text.length).toBeLessThan(5 * 1024 * 1024);
  expect(text).toMatch(/a commit[\s\S]*# … and more\n$/);
});

it.skipIf(process.platform === 'win32')(
  'leaves neither an unfinished merge nor a lock after a cancelled merge',
  async () => {
    await add();
    await bed.write('c.txt', 'c\n', path);
    bed.commit(path);
    const started = join(bed.top, 'started');
    const hook = join('.git', 'hooks', 'pre-merge-commit');
    await bed.write(hook, `#!/bin/sh\ntouch '${started}'\nexec sleep 60\n`);
    await chmod(join(bed.root, hook), 0o755);
    const abort = new AbortController();
    const merging = worktrees.merge(bed.root, 'fix/it', abort.signal);
    const ended = expect(merging).rejects.toMatchObject({ code: 'git.stopped' });
    await expect.poll(() => existsSync(started), { timeout: 10_000 }).toBe(true);
    abort.abort();
    await ended;
    expect(existsSync(join(bed.root, '.git', 'index.lock'))).toBe(false);
    expect(bed.run(bed.root, 'status', '--porcelain')).toBe('');
    await rm(join(bed.root, hook));
    expect(await worktrees.merge(bed.root, 'fix/it', bed.signal)).toEqual({ kind: 'merged' });
  },
);

describe.skipIf(process.platform === 'win32')('a merge that git refuses to commit', () => {
  const refuse = async (hook: string) => {
    const file = join('.git', 'hooks', hook);
    await bed.write(file, '#!/bin/sh\necho not today >&2\nexit 1\n');
    await chmod(join(bed.root, file), 0o755);
    return () => rm(join(bed.root, file));
  };

  it.each([
    ['by the hook commit-msg', () => refuse('commit-msg')],
    ['by the hook pre-merge-commit', () => refuse('pre-merge-commit')],
    [
      'as it cannot be signed',
      async () => {
        bed.run(bed.root, 'config', 'gpg.program', 'false');
        bed.run(bed.root, 'config', 'commit.gpgSign', 'true');
        return async () => void bed.run(bed.root, 'config', 'commit.gpgSign', 'false');
      },
    ],
  ])('%s leaves nothing behind and can be tried again', async (_, prevent) => {
    await add();
    await bed.write('c.txt', 'c\n', path);
    bed.commit(path);
    const allow = await prevent();
    const merging = worktrees.merge(bed.root, 'fix/it', bed.signal);
    await expect(merging).rejects.toThrow('The branch could not be merged.');
    expect(existsSync(join(bed.root, '.git', 'MERGE_HEAD'))).toBe(false);
    expect(bed.run(bed.root, 'status', '--porcelain')).toBe('');
    await allow();
    expect(await worktrees.merge(bed.root, 'fix/it', bed.signal)).toEqual({ kind: 'merged' });
  });

  testInFull('as another one is not concluded leaves that one alone', async () => {
    await add();
    await bed.write('c.txt', 'c\n', path);
    bed.commit(path);
    bed.run(bed.root, 'merge', '-q', '--no-ff', '--no-commit', '-s', 'ours', 'fix/it');
    const merging = worktrees.merge(bed.root, 'fix/it', bed.signal);
    await expect(merging).rejects.toThrow('The branch could not be merged.');
    expect(existsSync(join(bed.root, '.git', 'MERGE_HEAD'))).toBe(true);
  });
});

it.skipIf(process.platform === 'win32')('removes the lock of a cancelled command', async () => {
  const started = join(bed.top, 'started');
  await bed.write('.git/hooks/pre-commit', `#!/bin/sh\ntouch '${started}'\nexec sleep 60\n`);
  await chmod(join(bed.root, '.git/hooks/pre-commit'), 0o755);
  await bed.write('a.txt', 'other\n');
  const abort = new AbortController();
  const request = { cwd: bed.root, signal: abort.signal, endsGently: true, isAct: true };
  const ended = expect(
    bed.git.run({ ...request, args: ['commit', '-qam', 'x'] }),
  ).rejects.toMatchObject({ code: 'git.stopped' });
  await expect.poll(() => existsSync(started), { timeout: 10_000 }).toBe(true);
  expect(existsSync(join(bed.root, '.git/index.lock'))).toBe(true);
  abort.abort();
  await ended;
  expect(existsSync(join(bed.root, '.git/index.lock'))).toBe(false);
});

it("includes git's message in errors", async () => {
  const nowhere = { root: bed.root, path, branch: 'x', base: 'no-such-base' };
  await expect(worktrees.add(nowhere, bed.signal)).rejects.toThrow(
    /^The worktree could not be made. Git reports: .*no-such-base/,
  );
  expect(await realpath(bed.root)).toBe(bed.root);
});
