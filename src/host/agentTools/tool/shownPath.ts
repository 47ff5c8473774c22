import { isAbsolute, relative, sep } from 'node:path';

/** A path as the agent is told of it: relative when it lies in the folder, else absolute; with slashes. */
export function shownPath(cwd: string, path: string): string {
  const way = relative(cwd, path);
  if (way === '') {
    return '.';
  }
  const isInside = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  const shown = isInside ? way : path;
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}
