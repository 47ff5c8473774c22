import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the review records of a workspace folder's conversations are. */
export function reviewFolder(root: string, cwd: string): string {
  return join(root, createHash('sha256').update(cwd).digest('hex').slice(0, 16));
}

export function reviewsRoot(storage: string): string {
  return join(storage, 'reviews');
}

/** Whether Tandem has ever followed changes in one of these folders. */
export function hasReviews(storage: string, cwds: readonly string[]): boolean {
  return cwds.some(cwd => existsSync(reviewFolder(reviewsRoot(storage), cwd)));
}
