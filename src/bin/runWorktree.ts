import { realpath, rmdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';
import { GitProgram } from '../node/git/gitProgram';
import { branchIn, findRepository, mainFolderOf } from '../node/git/repository';
import { Worktrees, worktreePath } from '../node/git/worktrees';
import { isFolder } from '../node/isFolder';
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
 * @param trustsFolder whether hooks and filters of the repository may run
 * @throws BadUsage, UserError `git.missing`, `worktree.exists`, `worktree.failed`
 */
export async function openWorktree(
  cwd: string,
  name: string,
  trustsFolder: boolean,
  signal: AbortSignal,
): Promise<RunWorktree> {
  const repository = await findRepository(cwd);
  const root = await mainFolderOf(cwd);
  if (!repository || root === undefined) {
    throw new BadUsage(`--worktree needs a git repository, and ${cwd} belongs to none.`);
  }
  const git = new GitProgram({ env: process.env, platform: process.platform });
  const worktrees = new Worktrees(git, trustsFolder);
  const branch = name || `tandem-run-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`;
  const problem = await worktrees.branchProblem(branch, root, signal);
  if (problem !== undefined) {
    throw new BadUsage(problem);
  }
  const path = worktreePath(place, root, branch);
  const head = await commitIn(git, repository.root, signal);
  // A signal must not keep it from being removed.
  const { signal: never } = new AbortController();
  /** Removes what there is of it: git may have been stopped anywhere. */
  const discard = async () => {
    await worktrees.remove(root, path, true, never).catch(() => undefined);
    await worktrees.deleteBranch(root, branch, never).catch(() => undefined);
    await removeEmpty(path, root);
  };
  const isTaken = (await worktrees.branches(root, signal)).includes(branch);
  try {
    await worktrees.add({ root, path, branch, base: head }, signal);
  } catch (error) {
    // A signal may come before git was called: the folder is then somebody else's.
    const isOthers = isTaken || (error instanceof UserError && error.code === 'worktree.exists');
    if (signal.aborted && !isOthers) {
      await discard();
    }
    throw error;
  }
  const close = async () => {
    if (!(await isFolder(path))) {
      await worktrees.remove(root, path, true, never);
      if ((await commitIn(git, root, never, `refs/heads/${branch}`)) === head) {
        await worktrees.deleteBranch(root, branch, never);
      }
      await removeEmpty(path, root);
      return false;
    }
    const isSame = (await commitIn(git, path, never)) === head;
    const { branch: now } = await branchIn(await gitFolderOf(path));
    const isUntouched =
      isSame && now === branch && (await worktrees.uncommitted(path, never)) === 0;
    if (isUntouched) {
      await worktrees.remove(root, path, false, never);
      await worktrees.deleteBranch(root, branch, never);
      await removeEmpty(path, root);
    }
    return !isUntouched;
  };
  const inner = relative(repository.root, await realpath(cwd));
  return { cwd: join(path, inner), path, branch, close };
}

/** Removes the folders that held a work tree, as far as they hold nothing else. */
async function removeEmpty(path: string, root: string): Promise<void> {
  const top = worktreePath(place, root, '');
  for (let folder = dirname(path); folder.startsWith(top); folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      // Another work tree is in it.
      return;
    }
  }
}

async function commitIn(
  git: GitProgram,
  cwd: string,
  signal: AbortSignal,
  name = 'HEAD',
): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', name];
  return (await git.read({ args, cwd, signal })).trim();
}

async function gitFolderOf(path: string): Promise<string> {
  const found = await findRepository(path);
  if (!found) {
    throw new UserError('worktree.failed', l10n.t('{0} is no longer a worktree.', path));
  }
  return found.gitFolder;
}
