import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../base/errors';
import type { GitProgram } from './gitProgram';
import { findRepository } from './repository';

/**
 * Returns whether git ignores a file; false outside a repository, true if git gives no answer.
 */
export async function isIgnored(
  git: Pick<GitProgram, 'run'>,
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
    const args = ['check-ignore', '-q', '--', join(folder, basename(path))];
    await git.run({ args, cwd: repository.root, signal });
    return true;
  } catch (error) {
    // For a file that is not ignored, `git check-ignore` fails without a word.
    const isAnswer =
      error instanceof UserError && error.code === 'git.failed' && error.detail === '';
    return !isAnswer;
  }
}
