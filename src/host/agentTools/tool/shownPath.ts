import { sep } from 'node:path';
import { pathBelow } from '../../../node/pathBelow';

/**
 * Formats a path for the agent: relative if inside the folder, else absolute; with forward slashes.
 */
export function shownPath(cwd: string, path: string): string {
  const way = pathBelow(cwd, path);
  if (way === '') {
    return '.';
  }
  const shown = way ?? path;
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}
