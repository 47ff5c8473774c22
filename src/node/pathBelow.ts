import { isAbsolute, relative, sep } from 'node:path';

/**
 * Returns a path relative to a folder that it lies in. Compares names only: links are not resolved.
 * @returns empty for the folder itself; undefined for a path outside of it
 */
export function pathBelow(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}
