import { join } from 'node:path';
import { type LockHolder, withFileLock } from '../../test/support/cacheLock';

/** Waits for other runs in this folder: two of them would read each other's results. */
export function oneAtATime<T>(root: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(join(root, '.tsbuild', 'test.lock'), work, tellOf);
}

function tellOf({ pid }: LockHolder): void {
  console.log(`Another run in this folder is under way (process ${pid}). Waiting for its end…`);
}
