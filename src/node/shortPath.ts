import { homedir } from 'node:os';
import { sep } from 'node:path';

/** Shortens a path for the user, with `~` for the home folder. */
export function shortened(path: string, home = homedir()): string {
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
