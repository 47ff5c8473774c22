import { realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Resolves symlinks in the existing part of a path: a missing file may lie behind a link. */
export async function realOrNearest(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  const parent = dirname(path);
  if (real !== undefined || parent === path) {
    return real ?? path;
  }
  return join(await realOrNearest(parent), relative(parent, path));
}
