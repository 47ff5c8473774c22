import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Must be fast, because every window checks this at startup. */
export function hasHandover(storage: string): boolean {
  return existsSync(handoverPath(storage));
}

export function handoverPath(storage: string): string {
  return join(storage, 'handover.json');
}
