import * as vscode from 'vscode';
import { Deferred } from '../../../base/deferred';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { views } from '../../contributed';
import type { PromptList, PromptNode } from './promptList';

/** Tree of the prompts that can be run. Loads the rest of Tandem when it is first shown. */
export class PromptsTree implements vscode.TreeDataProvider<PromptNode>, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<undefined>());
  private readonly view: vscode.TreeView<PromptNode>;
  private readonly followed = new Deferred<PromptList>();

  readonly onDidChangeTreeData = this.changed.event;

  /** @param load loads the part that calls `follow` */
  constructor(private readonly load: () => Promise<unknown>) {
    this.view = this.store.add(
      vscode.window.createTreeView(views.prompts, {
        treeDataProvider: this,
        showCollapseAll: false,
      }),
    );
  }

  follow(list: PromptList): void {
    this.store.add(list.onChanged(() => this.changed.fire(undefined)));
    this.store.add(this.view.onDidChangeVisibility(({ visible }) => list.setVisible(visible)));
    list.setVisible(this.view.visible);
    this.followed.resolve(list);
  }

  async getChildren(node?: PromptNode): Promise<PromptNode[]> {
    if (node) {
      return [...(node.kind === 'scope' ? node.children : [])];
    }
    // The loader itself reports a failed start.
    await this.load();
    return [...(await (await this.followed.promise).roots())];
  }

  getTreeItem(node: PromptNode): vscode.TreeItem {
    return node.item;
  }

  dispose(): void {
    this.store.dispose();
  }
}
