import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { GitProgram } from './gitProgram';
import { findRepository } from './repository';

/**
 * Returns whether a repository brings a file: it is in the index. False outside a repository, true
 * if git cannot tell.
 */
export async function isTracked(
  git: GitProgram,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const folder = await realpath(dirname(path)).catch(() => undefined);
  // git itself would take a folder that looks like a repository for one.
  const repository = folder && (await findRepository(folder));
  if (!repository) {
    return false;
  }
  try {
    const args = ['ls-files', '--', join(folder, basename(path))];
    return (await git.read({ args, cwd: repository.root, signal })) !== '';
  } catch {
    // A missing git, a repository of another user: nobody vouches for the file.
    return true;
  }
}
