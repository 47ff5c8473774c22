import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the folder that holds the review records of a workspace folder's conversations. */
export function reviewFolder(root: string, cwd: string): string {
  return join(root, createHash('sha256').update(cwd).digest('hex').slice(0, 16));
}

export function reviewsRoot(storage: string): string {
  return join(storage, 'reviews');
}

/**
 * Whether Tandem has ever followed changes in these folders or in the work trees of their
 * repositories. Never rejects: unreadable folders count as having no reviews.
 */
export async function hasReviews(storage: string, cwds: readonly string[]): Promise<boolean> {
  const isKnown = (cwd: string) => existsSync(reviewFolder(reviewsRoot(storage), cwd));
  if (!existsSync(reviewsRoot(storage))) {
    return false;
  }
  // Loaded only if there are reviews: whatever loads on activation delays VS Code.
  const { findRepository, readWorktrees, withWorktrees } = await import(
    '../../../node/git/repository'
  );
  const worktreesOf = async (folder: string) => {
    const repository = await findRepository(folder);
    return repository ? readWorktrees(repository) : [];
  };
  return (
    cwds.some(isKnown) || (await withWorktrees(cwds, worktreesOf).catch(() => [])).some(isKnown)
  );
}
