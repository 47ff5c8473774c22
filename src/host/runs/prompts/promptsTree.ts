import type * as vscode from 'vscode';
import { Deferred } from '../../../base/deferred';
import { DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { LateTree, TreeRows } from '../../views/lateTree';
import type { PromptList, PromptNode } from './promptList';

/** Tree of the prompts that can be run. */
export class PromptsTree implements TreeRows<PromptNode> {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<undefined>());
  private readonly followed = new Deferred<PromptList>();

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly tree: LateTree<PromptNode>) {
    tree.fill(this);
  }

  follow(list: PromptList): void {
    this.store.add(list.onChanged(() => this.changed.fire(undefined)));
    const { view } = this.tree;
    this.store.add(view.onDidChangeVisibility(({ visible }) => list.setVisible(visible)));
    list.setVisible(view.visible);
    this.followed.resolve(list);
  }

  async getChildren(node?: PromptNode): Promise<PromptNode[]> {
    if (node) {
      return [...(node.kind === 'scope' ? node.children : [])];
    }
    return [...(await (await this.followed.promise).roots())];
  }

  getTreeItem(node: PromptNode): vscode.TreeItem {
    return node.item;
  }

  dispose(): void {
    this.store.dispose();
  }
}
