import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Asked at the start of every window, so as quickly as can be. */
export function hasHandover(storage: string): boolean {
  return existsSync(handoverPath(storage));
}

export function handoverPath(storage: string): string {
  return join(storage, 'handover.json');
}
