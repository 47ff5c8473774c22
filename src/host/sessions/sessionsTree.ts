import * as vscode from 'vscode';
import { Deferred } from '../../base/deferred';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { plural } from '../../base/plural';
import { views } from '../contributed';
import { describeView } from '../nativeText/rows';
import { FocusProbe } from './focusedNode';
import { groupItem, sessionItem, sessionTooltip } from './sessionItem';
import type { SessionList } from './sessionList';
import type { ListNode } from './sessionNodes';

/** Tree of all conversations that can be resumed. Loads the rest of Tandem when first shown. */
export class SessionsTree implements vscode.TreeDataProvider<ListNode>, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(
    new Emitter<ListNode | readonly ListNode[] | undefined>(),
  );
  private readonly view: vscode.TreeView<ListNode>;
  private readonly followed = new Deferred<SessionList>();
  private readonly focus = new FocusProbe<ListNode>();
  readonly onDidChangeTreeData = this.changed.event as vscode.Event<
    ListNode | ListNode[] | undefined
  >;

  /** @param load loads the part that calls `follow` */
  constructor(private readonly load: () => Promise<unknown>) {
    this.view = this.store.add(
      vscode.window.createTreeView(views.sessions, {
        treeDataProvider: this,
        canSelectMany: true,
        showCollapseAll: true,
      }),
    );
    this.store.add(
      this.view.onDidChangeSelection(({ selection }) => this.focus.selected(selection)),
    );
  }

  /** @param scopeName returns the name of the list's scope if it is worth showing */
  follow(list: SessionList, scopeName: () => string | undefined): void {
    const describe = () => {
      const { waiting } = list;
      const texts = waiting > 0 ? waitingText(waiting) : scopeName();
      describeView(this.view, texts);
    };
    this.store.add(list.onAttention(describe));
    this.store.add(
      list.onChanged(change => {
        describe();
        this.changed.fire(change === 'all' ? undefined : change);
      }),
    );
    this.store.add(this.view.onDidChangeVisibility(({ visible }) => list.setVisible(visible)));
    list.setVisible(this.view.visible);
    describe();
    this.followed.resolve(list);
  }

  /** Rows that a key was pressed for. */
  get focused(): readonly ListNode[] {
    return this.focus.take();
  }

  async getChildren(node?: ListNode): Promise<ListNode[]> {
    if (node) {
      return node.kind === 'group' ? [...node.children] : [];
    }
    // The loader itself reports a failed start.
    await this.load();
    const list = await this.followed.promise;
    await list.ready();
    return [...list.groups];
  }

  getTreeItem(node: ListNode): vscode.TreeItem {
    return node.kind === 'group' ? groupItem(node) : sessionItem(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: ListNode): vscode.TreeItem {
    if (node.kind === 'session') {
      item.tooltip = sessionTooltip(node.row, vscode.env.language);
    }
    return item;
  }

  dispose(): void {
    this.store.dispose();
  }
}

function waitingText(waiting: number): string {
  return plural(waiting, {
    one: vscode.l10n.t('1 needs you'),
    other: vscode.l10n.t('{0} need you', waiting),
  });
}
