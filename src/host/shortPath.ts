import { homedir } from 'node:os';
import { isAbsolute, relative } from 'node:path';

/** Shortens the home folder in a path to `~`. */
export function shortPath(path: string, home = homedir()): string {
  const isHome = path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`);
  return isHome ? `~${path.slice(home.length)}` : path;
}

/** Returns a path below a folder relative to it, any other as `shortPath`. */
export function pathFrom(folder: string | undefined, path: string): string {
  const way = folder === undefined ? '' : relative(folder, path);
  return /^(?:\.\.(?:[/\\]|$)|$)/.test(way) || isAbsolute(way) ? shortPath(path) : way;
}
