import { isAbsolute, relative, sep } from 'node:path';

/**
 * Formats a path for the agent: relative if inside the folder, else absolute; with forward slashes.
 */
export function shownPath(cwd: string, path: string): string {
  const way = relative(cwd, path);
  if (way === '') {
    return '.';
  }
  const isInside = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  const shown = isInside ? way : path;
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}
