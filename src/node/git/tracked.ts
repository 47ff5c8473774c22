import type { GitProgram } from './gitProgram';
import { findRepositoryOf } from './repository';

/**
 * Returns whether a repository brings a file: it is in the index. False outside a repository, true
 * if git cannot tell.
 */
export async function isTracked(
  git: GitProgram,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await findRepositoryOf(path);
  if (!found) {
    return false;
  }
  try {
    // A disk that ignores case opens the file under a name that differs from the index.
    const args = ['ls-files', '--', `:(icase,literal)${found.file}`];
    return (await git.read({ args, cwd: found.root, signal })) !== '';
  } catch {
    // A missing git, a repository of another user: nobody vouches for the file.
    return true;
  }
}
