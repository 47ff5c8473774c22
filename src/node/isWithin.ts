import { realpath } from 'node:fs/promises';
import { pathBelow } from './pathBelow';

/** Checks whether a path is a folder or lies in it, with links resolved. */
export async function isWithin(folder: string, path: string): Promise<boolean> {
  const [outer, inner] = await Promise.all(
    // Missing paths are compared as spelled.
    [folder, path].map(one => realpath(one).catch(() => one)),
  );
  return pathBelow(outer ?? folder, inner ?? path) !== undefined;
}
