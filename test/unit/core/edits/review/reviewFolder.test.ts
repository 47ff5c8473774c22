import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  hasReviews,
  reviewFolder,
  reviewsRoot,
} from '../../../../../src/core/edits/review/reviewFolder';
import { RepositoryBed } from '../../../host/folders/repositoryBed';

let bed: RepositoryBed;
beforeEach(async () => {
  bed = await RepositoryBed.create();
});
afterEach(() => bed.dispose());

it('finds reviews of a folder and of the worktrees of its repository', async () => {
  const storage = join(bed.top, 'storage');
  const tree = join(bed.top, 'tree');
  bed.run(bed.root, 'worktree', 'add', '-q', tree);
  expect(await hasReviews(storage, [bed.root])).toBe(false);
  await mkdir(reviewFolder(reviewsRoot(storage), join(tree, 'sub')), { recursive: true });
  expect(await hasReviews(storage, [bed.root])).toBe(false);
  expect(await hasReviews(storage, [join(bed.root, 'sub')])).toBe(true);
  expect(await hasReviews(storage, [join(tree, 'sub')])).toBe(true);
  expect(await hasReviews(storage, [join(bed.top, 'gone')])).toBe(false);
});
