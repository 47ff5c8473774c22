import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import { plural } from '../../base/plural';
import type { Worktree } from '../../node/git/repository';
import { nativeUi } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';
import { nameOf, type OwnWorktree, type WorktreeOptions, withProgress } from './worktreeOptions';
import type { WorktreeRemover } from './worktreeRemover';

/** Commits and merges the changes of work trees. */
export class WorktreeMerger {
  constructor(
    private readonly options: WorktreeOptions,
    private readonly remover: WorktreeRemover,
  ) {}

  /**
   * Commits all changes of a work tree.
   * @returns false if the user cancels
   * @throws UserError
   */
  async commit({ tree }: OwnWorktree): Promise<boolean> {
    const message = await nativeUi.showInputBox({
      title: vscode.l10n.t('Commit all changes of {0}', nameOf(tree)),
      prompt: vscode.l10n.t('Commit message'),
      validateInput: text => (text.trim() === '' ? vscode.l10n.t('Enter a message.') : null),
    });
    if (message === undefined) {
      return false;
    }
    const title = vscode.l10n.t('Committing in {0}', nameOf(tree));
    await withProgress(title, signal =>
      this.options.worktrees.commitAll(tree.path, message, signal),
    );
    return true;
  }

  /** @throws UserError if the main work tree has uncommitted changes, or if git fails */
  async merge(own: OwnWorktree): Promise<void> {
    const { tree, main } = own;
    const { worktrees } = this.options;
    const { branch } = tree;
    if (branch === undefined || main.branch === undefined) {
      throw new UserError('worktree.detached', vscode.l10n.t('There is no branch to merge.'));
    }
    const never = new AbortController().signal;
    const unmerged = () => worktrees.unmerged(main.path, branch, never);
    if (!(await this.isCommitted(own, await unmerged()))) {
      return;
    }
    const commits = await unmerged();
    if (commits === 0) {
      void nativeUi.showInformationMessage(
        vscode.l10n.t(
          '{0} has all commits of {1}, so there is nothing to merge.',
          main.branch,
          branch,
        ),
      );
      return;
    }
    const merge = vscode.l10n.t('Merge');
    const where = shortPath(main.path);
    const answer = await nativeUi.showInformationMessage(
      vscode.l10n.t('Merge {0} into {1}?', branch, main.branch),
      {
        modal: true,
        detail: plural(commits, {
          one: vscode.l10n.t('1 commit is merged, with a merge commit, in {0}.', where),
          other: vscode.l10n.t(
            '{0} commits are merged, with a merge commit, in {1}.',
            commits,
            where,
          ),
        }),
      },
      merge,
    );
    if (answer !== merge) {
      return;
    }
    const title = vscode.l10n.t('Merging {0}', branch);
    const merged = await withProgress(title, signal => worktrees.merge(main.path, branch, signal));
    this.options.repositories.refresh();
    if (merged.kind === 'conflicts') {
      await this.settleConflicts(main, branch, merged.files);
      return;
    }
    const remove = vscode.l10n.t('Remove Worktree');
    void nativeUi
      .showInformationMessage(
        vscode.l10n.t('{0} was merged into {1}.', branch, main.branch),
        remove,
      )
      .then(picked => (picked === remove ? this.remover.remove(own) : undefined))
      .then(undefined, showError);
  }

  /**
   * Returns true if nothing is left to commit or the user merges without it.
   * @param commits those that can be merged without any other
   */
  private async isCommitted(own: OwnWorktree, commits: number): Promise<boolean> {
    const { path } = own.tree;
    const never = new AbortController().signal;
    const count = await this.options.worktrees.uncommitted(path, never);
    if (count === 0) {
      return true;
    }
    const commit = vscode.l10n.t('Commit First…');
    const without = vscode.l10n.t('Merge Without Them');
    const answer = await nativeUi.showWarningMessage(
      plural(count, {
        one: vscode.l10n.t('1 file of {0} is not committed.', nameOf(own.tree)),
        other: vscode.l10n.t('{0} files of {1} are not committed.', count, nameOf(own.tree)),
      }),
      { modal: true, detail: vscode.l10n.t('Only what is committed is merged.') },
      commit,
      ...(commits > 0 ? [without] : []),
    );
    return answer === commit ? this.commit(own) : answer === without;
  }

  private async settleConflicts(
    main: Worktree,
    branch: string,
    files: readonly string[],
  ): Promise<void> {
    const leave = vscode.l10n.t('Leave It to Me');
    const answer = await nativeUi.showWarningMessage(
      vscode.l10n.t('{0} and {1} have changed the same lines.', branch, main.branch ?? ''),
      {
        modal: true,
        detail: vscode.l10n.t(
          'Conflicts: {0}\n\nYou can solve them in {1}. Otherwise the merge is aborted, and all is as before.',
          files.join(', '),
          shortPath(main.path),
        ),
      },
      leave,
      vscode.l10n.t('Abort Merge'),
    );
    if (answer === leave) {
      return;
    }
    await this.options.worktrees.abortMerge(main.path, new AbortController().signal);
    void nativeUi.showInformationMessage(
      vscode.l10n.t('The merge was aborted. Nothing has changed.'),
    );
  }
}

function showError(error: unknown): void {
  void nativeUi.showErrorMessage(messageOf(error));
}
