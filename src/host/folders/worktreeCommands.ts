import { basename } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Channel } from '../../core/conversation/channel';
import { findRepository, type Worktree } from '../../node/git/repository';
import { isFolder } from '../../node/isFolder';
import { nativeUi } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';
import { requireTrust } from '../trust';
import { noMain, type WorktreeMaker } from './worktreeMaker';
import { WorktreeMerger } from './worktreeMerger';
import { nameOf, type OwnWorktree, type WorktreeOptions, withProgress } from './worktreeOptions';
import { WorktreeRemover } from './worktreeRemover';

/** Creates, shows, merges and removes git work trees for conversations. */
export class WorktreeCommands {
  private readonly merger: WorktreeMerger;
  private readonly remover: WorktreeRemover;

  constructor(
    private readonly options: WorktreeOptions,
    private readonly maker: WorktreeMaker,
  ) {
    this.remover = new WorktreeRemover(options);
    this.merger = new WorktreeMerger(options, this.remover);
  }

  /**
   * Starts a conversation in a new work tree.
   * @throws UserError
   */
  async create(givenBranch?: string, givenBase?: string): Promise<void> {
    requireTrust();
    const { worktrees, chats } = this.options;
    const activeFolder = chats().active?.cwd;
    // The work tree of the conversation in front may have been removed.
    const isThere = activeFolder !== undefined && (await isFolder(activeFolder));
    const folder = isThere ? activeFolder : await this.options.folder();
    const found = folder === undefined ? undefined : await this.maker.repositoryOf(folder);
    if (folder === undefined || !found) {
      return;
    }
    const { main } = found;
    const never = new AbortController().signal;
    const existing = await worktrees.branches(main.path, never);
    const branch = givenBranch ?? (await this.askBranch(main, existing));
    if (branch === undefined) {
      return;
    }
    const problem = await worktrees.branchProblem(branch, main.path, never);
    if (problem !== undefined) {
      throw new UserError('worktree.branch', problem);
    }
    const isNew = !existing.includes(branch);
    const base = isNew ? (givenBase ?? (await askBase(main, existing))) : undefined;
    if (isNew && base === undefined) {
      return;
    }
    const { path, ignored } = await this.maker.placeOf(branch, main);
    if (ignored !== undefined) {
      void nativeUi.showWarningMessage(
        vscode.l10n.t(
          'Tandem ignores the folder for worktrees that this workspace sets, {0}: it is not beside the repository. Set tandem.worktree.folder in your user settings to use it.',
          ignored,
        ),
      );
    }
    const title = vscode.l10n.t('Making the worktree {0}', shortPath(path));
    const cwd = await withProgress(title, signal =>
      this.maker.make({ ...found, folder, path, branch, base }, signal),
    );
    await chats().startNew({ cwd });
  }

  /** @throws UserError `worktree.none` if the conversation is not in a linked work tree */
  async manage(channel: Channel): Promise<void> {
    requireTrust();
    const own = await this.ownTree(channel);
    const { tree, main } = own;
    const { branch } = tree;
    const { worktrees } = this.options;
    const never = new AbortController().signal;
    const state = await worktrees.state(tree.path, headOf(main), never);
    const into = main.branch ?? basename(main.path);
    const counts = vscode.l10n.t(
      '{0} ahead, {1} behind {2}; files not committed: {3}',
      state.ahead,
      state.behind,
      into,
      state.uncommitted,
    );
    const items = [
      action('empty-window', vscode.l10n.t('Open in New Window'), 'open'),
      action('diff', vscode.l10n.t('Show Changes'), 'show', counts),
      action('git-commit', vscode.l10n.t('Commit All Changes…'), 'commit'),
      action('git-merge', vscode.l10n.t('Merge into {0}…', into), 'merge'),
      action('trash', vscode.l10n.t('Remove Worktree…'), 'remove'),
    ].filter(({ value }) => {
      const isMergeable = branch !== undefined && main.branch !== undefined;
      return value === 'commit' ? state.uncommitted > 0 : value !== 'merge' || isMergeable;
    });
    const title = vscode.l10n.t('Worktree {0}', nameOf(tree));
    const picked = await nativeUi.showQuickPick(items, { title });
    switch (picked?.value) {
      case 'open':
        await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(tree.path), true);
        return;
      case 'show': {
        const text = await worktrees.describe(tree.path, headOf(main), never);
        const nothing = vscode.l10n.t('# No change against {0}', into);
        return this.options.showText(`${branch ?? basename(tree.path)}.diff`, text || nothing);
      }
      case 'commit':
        await this.merger.commit(own);
        return;
      case 'merge':
        return this.merger.merge(own);
      case 'remove':
        return this.remover.remove(own);
      default:
        return;
    }
  }

  private async ownTree(channel: Channel): Promise<OwnWorktree> {
    const { repositories } = this.options;
    const repository = await findRepository(channel.cwd);
    const trees = repository ? await repositories.worktreesOf(channel.cwd) : [];
    const tree = trees.find(({ path }) => path === repository?.root);
    const main = trees.find(({ isMain }) => isMain);
    if (tree && !main) {
      throw noMain();
    }
    if (!tree || !main || tree.isMain) {
      throw new UserError(
        'worktree.none',
        vscode.l10n.t('This conversation does not run in a worktree.'),
      );
    }
    return { tree, main };
  }

  private askBranch(main: Worktree, existing: readonly string[]): Promise<string | undefined> {
    const { worktrees } = this.options;
    const never = new AbortController().signal;
    return Promise.resolve(
      nativeUi.showInputBox({
        title: vscode.l10n.t('New conversation in a worktree'),
        prompt: vscode.l10n.t('Branch name'),
        validateInput: async name => {
          const problem = await worktrees.branchProblem(name.trim(), main.path, never);
          if (name === '' || problem !== undefined) {
            return name === '' ? undefined : problem;
          }
          const { path } = await this.maker.placeOf(name.trim(), main);
          const message = existing.includes(name.trim())
            ? vscode.l10n.t('The branch exists and is checked out in {0}', shortPath(path))
            : vscode.l10n.t('It is checked out in {0}', shortPath(path));
          return { message, severity: vscode.InputBoxValidationSeverity.Info };
        },
      }),
    ).then(name => name?.trim());
  }
}

/** An item with its icon apart from the text, which may hold the name of a branch. */
function action<V extends string>(icon: string, label: string, value: V, description?: string) {
  const iconPath = new vscode.ThemeIcon(icon);
  return { label, iconPath, value, ...(description === undefined ? {} : { description }) };
}

async function askBase(main: Worktree, existing: readonly string[]): Promise<string | undefined> {
  const head = main.branch ?? 'HEAD';
  const others = existing.filter(name => name !== main.branch);
  const items = [
    { label: head, description: vscode.l10n.t('what is checked out now') },
    ...others.map(label => ({ label })),
  ];
  const title = vscode.l10n.t('Where should the branch start?');
  return (await nativeUi.showQuickPick(items, { title, ignoreFocusOut: true }))?.label;
}

/** Returns the main work tree's HEAD, by a name that works in any work tree of the repository. */
function headOf(main: Worktree): string {
  return main.branch === undefined ? 'main-worktree/HEAD' : `refs/heads/${main.branch}`;
}
