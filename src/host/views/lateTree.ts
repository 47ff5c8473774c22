import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';

/** Rows of a tree, and how they are drawn. */
export interface TreeRows<Node> extends Disposable {
  readonly onDidChangeTreeData: vscode.Event<Node | Node[] | undefined>;
  getChildren(node?: Node): Node[] | Promise<Node[]>;
  getTreeItem(node: Node): vscode.TreeItem;
  /** Completes a row that the mouse rests on. */
  resolveTreeItem?(item: vscode.TreeItem, node: Node): vscode.TreeItem;
}

type LateTreeOptions = Omit<vscode.TreeViewOptions<never>, 'treeDataProvider'>;

/** A tree that VS Code needs at startup. Its rows come with the rest of Tandem; until then, none. */
export class LateTree<Node> implements vscode.TreeDataProvider<Node>, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<Node | Node[] | undefined>());
  private rows: TreeRows<Node> | undefined;
  readonly view: vscode.TreeView<Node>;
  readonly onDidChangeTreeData = this.changed.event;

  /** @param load loads the part that calls `fill` when the tree is first shown */
  constructor(
    id: string,
    options: LateTreeOptions = {},
    private readonly load?: () => Promise<unknown>,
  ) {
    this.view = this.store.add(
      vscode.window.createTreeView<Node>(id, { ...options, treeDataProvider: this }),
    );
  }

  /** Shows these rows from now on, and disposes of them at its own end. */
  fill(rows: TreeRows<Node>): void {
    this.rows = this.store.add(rows);
    this.store.add(rows.onDidChangeTreeData(change => this.changed.fire(change)));
    this.changed.fire(undefined);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!this.rows) {
      // The loader itself reports a failed start.
      await this.load?.();
    }
    return (await this.rows?.getChildren(node)) ?? [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return this.rows?.getTreeItem(node) ?? {};
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    return this.rows?.resolveTreeItem?.(item, node) ?? item;
  }

  dispose(): void {
    this.store.dispose();
  }
}
