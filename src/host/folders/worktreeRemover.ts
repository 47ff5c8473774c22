import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isAtWork } from '../../core/conversation/attention';
import { hasBackground } from '../../core/conversation/background';
import type { Channel } from '../../core/conversation/channel';
import { contains } from '../../core/edits/workspace/workTree';
import type { Worktree } from '../../node/git/repository';
import { nativeUi } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';
import { nameOf, type OwnWorktree, type WorktreeOptions, withProgress } from './worktreeOptions';
import { planRemoval, type RemovalFacts, type RemovalPlan } from './worktreeRemoval';

/** Removes work trees, after telling the user what that costs. */
export class WorktreeRemover {
  constructor(private readonly options: WorktreeOptions) {}

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
    const plan = planRemoval(await this.factsOf(tree));
    if (!(await isConfirmed(tree, plan))) {
      return;
    }
    const channels = this.options.channels().filter(({ cwd }) => contains(tree.path, cwd));
    for (const channel of channels) {
      await channel.agent.leaveFolder();
    }
    const title = vscode.l10n.t('Removing the worktree {0}', nameOf(tree));
    await withProgress(title, signal =>
      worktrees.remove(main.path, tree.path, plan.isForced, signal),
    );
    repositories.refresh();
    for (const channel of channels) {
      channel.agent.folderGone(
        vscode.l10n.t('The worktree was removed: there is nothing to work in.'),
      );
    }
    await this.options.onRemoved(tree.path);
    if (tree.branch !== undefined) {
      await this.dropBranch(main, tree.branch);
    }
  }

  private async factsOf({ path, branch }: Worktree): Promise<RemovalFacts> {
    const { worktrees, channels, users } = this.options;
    const never = new AbortController().signal;
    const uncommitted = await worktrees.uncommitted(path, never);
    const unreachable = branch === undefined ? await worktrees.unreachable(path, never) : 0;
    const conversations = channels().map(conversationOf);
    return { path, uncommitted, unreachable, conversations, others: await users(path) };
  }

  private async dropBranch(main: Worktree, branch: string): Promise<void> {
    const { worktrees } = this.options;
    const never = new AbortController().signal;
    const commits = await worktrees.unmerged(main.path, branch, never);
    if (commits > 0 && !(await mayDeleteBranch(branch, commits))) {
      void nativeUi.showInformationMessage(
        vscode.l10n.t('The worktree was removed. The branch {0} is kept.', branch),
      );
      return;
    }
    await worktrees.deleteBranch(main.path, branch, never);
    void nativeUi.showInformationMessage(
      vscode.l10n.t('The worktree and its branch {0} were removed.', branch),
    );
  }
}

function conversationOf(channel: Channel) {
  const { cwd, conversation, record } = channel;
  return {
    cwd,
    isWorking: isAtWork(channel) || hasBackground(conversation),
    isTemporary: record.temporary === 'said',
  };
}

async function isConfirmed(tree: Worktree, { isLossy, effects }: RemovalPlan): Promise<boolean> {
  const remove = isLossy ? vscode.l10n.t('Remove and Lose Changes') : vscode.l10n.t('Remove');
  const detail = [
    ...effects,
    vscode.l10n.t(
      '{0} is deleted with all that is in it, ignored files too. “Show Conversations of All Folders” still lists its conversations.',
      shortPath(tree.path),
    ),
  ].join('\n');
  const answer = await nativeUi.showWarningMessage(
    vscode.l10n.t('Remove the worktree {0}?', nameOf(tree)),
    { modal: true, detail },
    remove,
  );
  return answer === remove;
}

async function mayDeleteBranch(branch: string, commits: number): Promise<boolean> {
  const drop = vscode.l10n.t('Delete Branch');
  const answer = await nativeUi.showWarningMessage(
    vscode.l10n.t('Delete the branch {0} too?', branch),
    {
      modal: true,
      detail: vscode.l10n.t('{0} of its commits are not merged and would be lost.', commits),
    },
    drop,
  );
  return answer === drop;
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
