import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import { isAtWork } from '../../core/conversation/attention';
import { hasBackground } from '../../core/conversation/background';
import type { Channel } from '../../core/conversation/channel';
import { contains } from '../../core/edits/workspace/workTree';
import type { Worktree } from '../../node/git/repository';
import { shortened } from '../../node/shortPath';
import { messageText } from '../messageText';
import { type OwnWorktree, type WorktreeOptions, withProgress } from './worktreeOptions';
import { isLossy, type Removal, removalMessage } from './worktreeRemoval';

/** Commits, merges and removes work trees. */
export class WorktreeActions {
  constructor(private readonly options: WorktreeOptions) {}

  /**
   * Commits all changes of a work tree.
   * @returns false if the user cancels
   * @throws UserError
   */
  async commit({ tree }: OwnWorktree): Promise<boolean> {
    const message = await vscode.window.showInputBox({
      title: vscode.l10n.t('Commit all changes of {0}', nameOf(tree)),
      prompt: vscode.l10n.t('Message of the commit'),
      ignoreFocusOut: true,
      validateInput: text => (text.trim() === '' ? vscode.l10n.t('A message is needed.') : null),
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
    if (!(await this.isCommitted(own))) {
      return;
    }
    const never = new AbortController().signal;
    const commits = await worktrees.unmerged(main.path, branch, never);
    if (commits === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0} has all commits of {1}: nothing is to be merged.', main.branch, branch),
      );
      return;
    }
    const merge = vscode.l10n.t('Merge');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Merge {0} into {1}?', branch, main.branch),
      {
        modal: true,
        detail: vscode.l10n.t(
          '{0} commits are merged, with a merge commit, in {1}.',
          commits,
          shortened(main.path),
        ),
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
    void vscode.window
      .showInformationMessage(
        vscode.l10n.t('{0} was merged into {1}.', branch, main.branch),
        remove,
      )
      .then(picked => (picked === remove ? this.remove(own) : undefined))
      .then(undefined, showError);
  }

  /**
   * Removes a work tree, and its branch if that is merged or the user agrees.
   * @throws UserError
   */
  async remove({ tree, main }: OwnWorktree): Promise<void> {
    const { worktrees, repositories } = this.options;
    if (await isOpenHere(tree)) {
      throw new UserError(
        'worktree.inUse',
        vscode.l10n.t('The worktree is open in this window. Close its folder first.'),
      );
    }
    const removal = await this.removalOf(tree);
    if (!(await this.confirmRemoval(tree, removal))) {
      return;
    }
    const channels = this.channelsIn(tree);
    for (const channel of channels) {
      await channel.agent.leaveFolder();
    }
    const title = vscode.l10n.t('Removing the worktree {0}', nameOf(tree));
    await withProgress(title, signal =>
      worktrees.remove(main.path, tree.path, removal.uncommitted > 0, signal),
    );
    repositories.refresh();
    for (const channel of channels) {
      channel.agent.folderGone(
        vscode.l10n.t('The worktree was removed: there is nothing to work in.'),
      );
    }
    if (tree.branch !== undefined) {
      await this.dropBranch(main, tree.branch);
    }
  }

  private channelsIn(tree: Worktree): Channel[] {
    return this.options.channels().filter(({ cwd }) => contains(tree.path, cwd));
  }

  private async removalOf(tree: Worktree): Promise<Removal> {
    const { worktrees, users } = this.options;
    const never = new AbortController().signal;
    const channels = this.channelsIn(tree);
    const hasBranch = tree.branch !== undefined;
    return {
      uncommitted: await worktrees.uncommitted(tree.path, never),
      unreachable: hasBranch ? 0 : await worktrees.unreachable(tree.path, never),
      working: channels.filter(channel => isAtWork(channel) || hasBackground(channel.conversation))
        .length,
      temporary: channels.filter(({ record }) => record.temporary === 'said').length,
      others: await users(tree.path),
    };
  }

  private async dropBranch(main: Worktree, branch: string): Promise<void> {
    const { worktrees } = this.options;
    const never = new AbortController().signal;
    const commits = await worktrees.unmerged(main.path, branch, never);
    if (commits > 0) {
      const drop = vscode.l10n.t('Delete Branch');
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t('Delete the branch {0} too?', branch),
        {
          modal: true,
          detail: vscode.l10n.t('{0} of its commits are not merged and would be lost.', commits),
        },
        drop,
      );
      if (answer !== drop) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('The worktree was removed. The branch {0} is kept.', branch),
        );
        return;
      }
    }
    await worktrees.deleteBranch(main.path, branch, never);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The worktree and its branch {0} were removed.', branch),
    );
  }

  /** Returns true if nothing is left to commit or the user merges without it. */
  private async isCommitted(own: OwnWorktree): Promise<boolean> {
    const { path } = own.tree;
    const never = new AbortController().signal;
    const count = await this.options.worktrees.uncommitted(path, never);
    if (count === 0) {
      return true;
    }
    const commit = vscode.l10n.t('Commit First…');
    const without = vscode.l10n.t('Merge Without Them');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('{0} files of {1} are not committed.', count, nameOf(own.tree)),
      { modal: true, detail: vscode.l10n.t('Only what is committed is merged.') },
      commit,
      without,
    );
    return answer === commit ? this.commit(own) : answer === without;
  }

  private async confirmRemoval(tree: Worktree, removal: Removal): Promise<boolean> {
    const remove = isLossy(removal)
      ? vscode.l10n.t('Remove and Lose Changes')
      : vscode.l10n.t('Remove');
    const detail = [
      ...removalMessage(removal),
      vscode.l10n.t(
        '{0} is deleted with all that is in it, ignored files too. Its conversations can still be read.',
        shortened(tree.path),
      ),
    ].join('\n');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Remove the worktree {0}?', nameOf(tree)),
      { modal: true, detail },
      remove,
    );
    return answer === remove;
  }

  private async settleConflicts(
    main: Worktree,
    branch: string,
    files: readonly string[],
  ): Promise<void> {
    const leave = vscode.l10n.t('Leave It to Me');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('{0} and {1} have changed the same lines.', branch, main.branch ?? ''),
      {
        modal: true,
        detail: vscode.l10n.t(
          'Conflicts: {0}\n\nYou can solve them in {1}. Otherwise the merge is aborted, and all is as before.',
          files.join(', '),
          shortened(main.path),
        ),
      },
      leave,
      vscode.l10n.t('Abort Merge'),
    );
    if (answer === leave) {
      return;
    }
    await this.options.worktrees.abortMerge(main.path, new AbortController().signal);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The merge was aborted. Nothing has changed.'),
    );
  }
}

/** Compares real paths, because a folder may be opened through symbolic links. */
async function isOpenHere(tree: Worktree): Promise<boolean> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    if (contains(tree.path, await realpath(uri.fsPath).catch(() => uri.fsPath))) {
      return true;
    }
  }
  return false;
}

function nameOf(tree: Worktree): string {
  return tree.branch ?? shortened(tree.path);
}

function showError(error: unknown): void {
  void vscode.window.showErrorMessage(messageText(messageOf(error)));
}
