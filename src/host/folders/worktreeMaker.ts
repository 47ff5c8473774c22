import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { type FoundRepository, findRepository, type Worktree } from '../../node/git/repository';
import { isFolder } from '../../node/isFolder';
import { shortPath } from '../shortPath';
import type { WorktreeOptions } from './worktreeOptions';
import { type WorktreePlace, worktreePlace } from './worktreePlace';

/** Repository of a folder, and its main work tree. */
export interface MainRepository {
  readonly repository: FoundRepository;
  readonly main: Worktree;
}

interface NewTree extends MainRepository {
  /** Folder whose place in the new work tree is wanted. */
  readonly folder: string;
  readonly path: string;
  readonly branch: string;
  /** Start point of the new branch; undefined if the branch exists. */
  readonly base: string | undefined;
}

/** Makes work trees for conversations. */
export class WorktreeMaker {
  constructor(
    private readonly options: Pick<WorktreeOptions, 'worktrees' | 'repositories' | 'settings'>,
  ) {}

  /** @throws UserError `worktree.repository`, `worktree.noMain` */
  async repositoryOf(folder: string): Promise<MainRepository> {
    const repository = await findRepository(folder);
    const [main] = repository ? await this.options.repositories.worktreesOf(folder) : [];
    if (repository && !main?.isMain) {
      throw noMain();
    }
    if (!repository || !main) {
      throw new UserError(
        'worktree.repository',
        vscode.l10n.t(
          '{0} is not in a Git repository. Initialize a repository there first.',
          shortPath(folder),
        ),
      );
    }
    return { repository, main };
  }

  placeOf(branch: string, main: Worktree): Promise<WorktreePlace> {
    const { settings } = this.options;
    const folders = {
      own: settings.get('tandem.worktree.folder'),
      workspace: settings.ofWorkspace('tandem.worktree.folder'),
    };
    return worktreePlace(folders, main.path, branch);
  }

  /** @returns the place of the folder in the new work tree; its root if the branch lacks it */
  async make(tree: NewTree, signal: AbortSignal): Promise<string> {
    const { repository, main, folder, path, branch, base } = tree;
    const { worktrees, repositories } = this.options;
    const request = { root: main.path, path, branch, ...(base === undefined ? {} : { base }) };
    await worktrees.add(request, signal);
    repositories.refresh();
    const inner = relative(repository.root, await realpath(folder));
    const place = join(await realpath(path), inner);
    return (await isFolder(place)) ? place : realpath(path);
  }

  /**
   * Removes a new work tree and its branch, before anybody has worked there.
   * @throws UserError `worktree.failed`, for example if a file in it is not what git has put there
   */
  async discard({ main, path, branch }: Omit<NewTree, 'base'>): Promise<void> {
    const { worktrees, repositories } = this.options;
    // A signal that stopped its use must not keep it from being removed.
    const { signal } = new AbortController();
    if (await isFolder(path)) {
      await worktrees.remove(main.path, path, false, signal);
    }
    await worktrees.deleteBranch(main.path, branch, signal);
    repositories.refresh();
  }
}

/** Error for a bare repository or a submodule. */
export function noMain(): UserError {
  return new UserError(
    'worktree.noMain',
    vscode.l10n.t(
      'Tandem manages worktrees of a repository that has a main one with its .git folder. Use Git for this one.',
    ),
  );
}
