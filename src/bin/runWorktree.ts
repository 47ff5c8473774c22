import { join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';
import { GitProgram } from '../node/git/gitProgram';
import { branchIn, findRepository, mainFolderOf } from '../node/git/repository';
import { Worktrees, worktreePath } from '../node/git/worktrees';
import { BadUsage } from './badUsage';

/** Work tree of one run. */
export interface RunWorktree {
  /** Folder in it that stands for the folder of the run. */
  readonly cwd: string;
  readonly path: string;
  readonly branch: string;
  /**
   * Removes it with its branch if the run has changed nothing.
   * @returns whether it was kept
   */
  close(): Promise<boolean>;
}

/** Beside the repository, as in a chat. */
const place = '$' + '{repo}.worktrees';

/**
 * Makes a work tree on a branch of its own, from the commit that is checked out.
 * @param name of the branch; empty for one that is named after the time
 * @throws BadUsage, UserError `git.missing`, `worktree.exists`, `worktree.failed`
 */
export async function openWorktree(
  cwd: string,
  name: string,
  signal: AbortSignal,
): Promise<RunWorktree> {
  const repository = await findRepository(cwd);
  const root = await mainFolderOf(cwd);
  if (!repository || root === undefined) {
    throw new BadUsage(`--worktree needs a git repository, and ${cwd} belongs to none.`);
  }
  const git = new GitProgram({ env: process.env, platform: process.platform });
  const worktrees = new Worktrees(git);
  const branch = name || `tandem-run-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`;
  const problem = await worktrees.branchProblem(branch, root, signal);
  if (problem !== undefined) {
    throw new BadUsage(problem);
  }
  const path = worktreePath(place, root, branch);
  const head = await commitIn(git, repository.root, signal);
  await worktrees.add({ root, path, branch, base: head }, signal);
  const close = async () => {
    // A signal must not keep it from being removed.
    const { signal: never } = new AbortController();
    const isSame = (await commitIn(git, path, never)) === head;
    const { branch: now } = await branchIn(await gitFolderOf(path));
    const isUntouched =
      isSame && now === branch && (await worktrees.uncommitted(path, never)) === 0;
    if (isUntouched) {
      await worktrees.remove(root, path, false, never);
      await worktrees.deleteBranch(root, branch, never);
    }
    return !isUntouched;
  };
  return { cwd: join(path, relative(repository.root, cwd)), path, branch, close };
}

async function commitIn(git: GitProgram, cwd: string, signal: AbortSignal): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', 'HEAD'];
  return (await git.read({ args, cwd, signal })).trim();
}

async function gitFolderOf(path: string): Promise<string> {
  const found = await findRepository(path);
  if (!found) {
    throw new UserError('worktree.failed', l10n.t('{0} is no worktree any more.', path));
  }
  return found.gitFolder;
}
