import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWorktree } from '../../../src/bin/runWorktree';
import { Worktrees } from '../../../src/node/git/worktrees';
import { RepositoryBed } from '../host/folders/repositoryBed';

let bed: RepositoryBed;

beforeEach(async () => {
  bed = await RepositoryBed.create();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await bed.dispose();
});

it('a run that is stopped before it has made a worktree removes none', async () => {
  const place = `${bed.root}.worktrees/fix`;
  bed.run(bed.root, 'worktree', 'add', '-q', '-b', 'other', place);
  await bed.write('unsaved.txt', 'hours of work\n', place);
  const stop = new AbortController();
  const { branches } = Worktrees.prototype;
  // Ctrl+C comes between the list of branches and git's work.
  vi.spyOn(Worktrees.prototype, 'branches').mockImplementation(async function (
    this: Worktrees,
    ...args
  ) {
    const found = await branches.apply(this, args);
    stop.abort();
    return found;
  });
  await expect(openWorktree(bed.root, 'fix', true, stop.signal)).rejects.toThrow(
    'exists and is not empty',
  );
  expect(existsSync(join(place, 'unsaved.txt'))).toBe(true);
});
