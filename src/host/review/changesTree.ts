import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { filesText } from '../../contract/labels/filesText';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { ChannelReview } from '../../core/edits/review/channelReview';
import type { FileView } from '../../core/edits/review/fileView';
import { contains } from '../../core/edits/workspace/workTree';
import { DrawnRows, fireChange } from '../drawnRows';
import { treeItem } from '../nativeText/nativeUi';
import { describeView } from '../nativeText/rows';
import { shortPath } from '../shortPath';
import type { LateTree, TreeRows } from '../views/lateTree';
import { type ChangeNode, ChangeNodes, fileKey, hunkKey, partsOf } from './changeNodes';
import { countsText } from './countsText';
import { hunkTexts } from './hunkTexts';

const icons = {
  created: new vscode.ThemeIcon('diff-added', new vscode.ThemeColor('charts.green')),
  updated: new vscode.ThemeIcon('diff-modified', new vscode.ThemeColor('charts.yellow')),
  deleted: new vscode.ThemeIcon('diff-removed', new vscode.ThemeColor('charts.red')),
};

/** Tree of files with pending changes, grouped by conversation if there are several. */
export class ChangesTree implements TreeRows<ChangeNode> {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<ChangeNode[] | undefined>());
  private readonly nodes = new ChangeNodes();
  private readonly drawn = new DrawnRows<ChangeNode>();
  private list: ChangeList | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly tree: LateTree<ChangeNode>) {
    tree.fill(this);
  }

  /** Starts showing the list. Before that, the tree is empty. */
  follow(list: ChangeList): void {
    this.list = list;
    this.store.add(list.onChanged(() => this.show()));
    this.show();
  }

  getChildren(node?: ChangeNode): ChangeNode[] {
    return [...this.nodes.childrenOf(node)];
  }

  getTreeItem(node: ChangeNode): vscode.TreeItem {
    switch (node.kind) {
      case 'conversation':
        return this.conversationItem(node.channel);
      case 'file':
        return fileItem(node, this.isSplit);
      case 'hunk':
        return hunkItem(node);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private get all(): readonly FileView[] {
    return this.list?.all ?? [];
  }

  /** Whether several conversations are shown; each of them may list the same file. */
  private get isSplit(): boolean {
    return this.nodes.childrenOf()[0]?.kind === 'conversation';
  }

  private show(): void {
    const { all } = this;
    // No badge: the container's number counts prompts that wait for an answer.
    describeView(this.tree.view, all.length > 0 ? countsText(all) : undefined);
    this.nodes.update(all);
    const { isSplit } = this;
    const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath).join('\n');
    const rows = this.nodes.all.map(element => {
      const parts = partsOf(element);
      return {
        element,
        // The command leads back to the element, which JSON cannot express.
        item: () => ({ ...this.getTreeItem(element), command: undefined }),
        madeOf: parts && [...parts, isSplit, folders],
        children: this.nodes.childrenOf(element),
      };
    });
    fireChange(this.changed, this.drawn.update(this.nodes.childrenOf(), rows));
  }

  private conversationItem(channel: ChannelReview): vscode.TreeItem {
    const { title, channelId } = channel.record;
    const files = this.all.filter(view => view.channel === channel);
    const description = `${filesText(files.length)}, ${countsText(files)}`;
    const item = treeItem({ label: title, description }, vscode.TreeItemCollapsibleState.Expanded);
    item.id = channelId;
    item.iconPath = new vscode.ThemeIcon('comment-discussion');
    item.contextValue = 'conversation';
    return item;
  }
}

function fileItem(node: ChangeNode & { kind: 'file' }, isSplit: boolean): vscode.TreeItem {
  const { view } = node;
  const { path, isUncertain } = view.review;
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const where = folderText(path, view.channel.record.cwd);
  const doubt = isUncertain ? vscode.l10n.t('origin uncertain') : '';
  const parts = [countsText([view]), doubt, where].filter(Boolean);
  const description = parts.join(' · ');
  const tooltip = fileTooltip(view);
  const texts = [basename(path), kindText(view), countsText([view]), doubt, where];
  const accessibleLabel = texts.filter(Boolean).join(', ');
  const item = treeItem(
    { label: basename(path), description, tooltip, accessibleLabel },
    view.hunks.length > 1 ? Collapsed : None,
  );
  item.resourceUri = vscode.Uri.file(path);
  item.id = isSplit ? fileKey(view) : path;
  item.iconPath = icons[view.kind];
  item.contextValue = view.kind === 'deleted' ? 'file.deleted' : 'file';
  item.command = {
    command: 'tandem.changes.openDiff',
    title: vscode.l10n.t('Open Changes'),
    arguments: [node],
  };
  return item;
}

/** @param cwd folder of the conversation */
function folderText(path: string, cwd: string): string {
  const folder = dirname(vscode.workspace.asRelativePath(path));
  if (!isAbsolute(folder)) {
    return folder === '.' ? '' : folder;
  }
  // A worktree of the workspace is known by its name, as among the conversations.
  return contains(cwd, path)
    ? join(basename(cwd), relative(cwd, dirname(path)))
    : shortPath(folder);
}

function hunkItem(node: ChangeNode & { kind: 'hunk' }): vscode.TreeItem {
  const { view, hunk } = node;
  const texts = hunkTexts(view, hunk);
  const item = treeItem({
    ...texts,
    accessibleLabel: `${texts.label}, ${texts.description}`,
  });
  item.id = hunkKey(view, hunk);
  item.contextValue = 'hunk';
  item.command = {
    command: 'tandem.changes.openFile',
    title: vscode.l10n.t('Open File'),
    arguments: [node],
  };
  return item;
}

function fileTooltip(view: FileView): string {
  const { path, isUncertain } = view.review;
  const lines = [path, `${kindText(view)}, ${countsText([view])}`];
  if (view.now.isUnsaved) {
    lines.push(vscode.l10n.t('The editor has unsaved changes of yours.'));
  }
  if (isUncertain) {
    lines.push(
      vscode.l10n.t(
        'Somebody else may have changed it at the same time. Undoing shows first what it would do.',
      ),
    );
  }
  return lines.join('\n');
}

function kindText({ kind }: FileView): string {
  switch (kind) {
    case 'created':
      return vscode.l10n.t('new file');
    case 'updated':
      return vscode.l10n.t('changed');
    case 'deleted':
      return vscode.l10n.t('deleted');
  }
}
