import { UserError } from '../../base/errors';
import type { GitProgram } from './gitProgram';
import { findRepositoryOf } from './repository';

/**
 * Returns whether git ignores a file; false outside a repository, true if git gives no answer.
 */
export async function isIgnored(
  git: Pick<GitProgram, 'run'>,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await findRepositoryOf(path);
  if (!found) {
    return false;
  }
  try {
    const args = ['check-ignore', '-q', '--', found.file];
    await git.run({ args, cwd: found.root, signal });
    return true;
  } catch (error) {
    // For a file that is not ignored, `git check-ignore` fails without a word.
    const isAnswer =
      error instanceof UserError && error.code === 'git.failed' && error.detail === '';
    return !isAnswer;
  }
}
