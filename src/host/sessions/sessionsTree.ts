import * as vscode from 'vscode';
import { Deferred } from '../../base/deferred';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { plural } from '../../base/plural';
import { describeView } from '../nativeText/rows';
import type { LateTree, TreeRows } from '../views/lateTree';
import { FocusProbe } from './focusedNode';
import { groupItem, sessionItem, sessionTooltip } from './sessionItem';
import type { SessionList } from './sessionList';
import type { ListNode } from './sessionNodes';

/** Tree of all conversations that can be resumed. */
export class SessionsTree implements TreeRows<ListNode> {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(
    new Emitter<ListNode | readonly ListNode[] | undefined>(),
  );
  private readonly followed = new Deferred<SessionList>();
  private readonly focus = new FocusProbe<ListNode>();
  readonly onDidChangeTreeData = this.changed.event as vscode.Event<
    ListNode | ListNode[] | undefined
  >;

  constructor(private readonly tree: LateTree<ListNode>) {
    tree.fill(this);
    this.store.add(
      tree.view.onDidChangeSelection(({ selection }) => this.focus.selected(selection)),
    );
  }

  /** @param scopeName returns the name of the list's scope if it is worth showing */
  follow(list: SessionList, scopeName: () => string | undefined): void {
    const { view } = this.tree;
    const describe = () => {
      const { waiting } = list;
      const texts = waiting > 0 ? waitingText(waiting) : scopeName();
      describeView(view, texts);
    };
    this.store.add(list.onAttention(describe));
    this.store.add(
      list.onChanged(change => {
        describe();
        this.changed.fire(change === 'all' ? undefined : change);
      }),
    );
    this.store.add(view.onDidChangeVisibility(({ visible }) => list.setVisible(visible)));
    list.setVisible(view.visible);
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
    const list = await this.followed.promise;
    await list.ready();
    return [...list.groups];
  }

  getTreeItem(node: ListNode): vscode.TreeItem {
    return node.kind === 'group' ? groupItem(node) : sessionItem(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: ListNode): vscode.TreeItem {
    if (node.kind === 'session') {
      item.tooltip = sessionTooltip(node.row);
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
