import type * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { ContextKey } from '../contextKey';
import { DrawnRows, fireChange } from '../drawnRows';
import { treeItem } from '../nativeText/nativeUi';
import { describeView } from '../nativeText/rows';
import type { LateTree, TreeRows } from '../views/lateTree';

/** Id of a batch or of a run. Elements are ids, so that VS Code can redraw a row that it has. */
export type RunKey = string;

export interface RunNode {
  readonly item: () => vscode.TreeItem;
  /** While these are the same, so is the item. */
  readonly madeOf: readonly unknown[];
  readonly children: readonly RunKey[];
}

/** Rows by their ids, and the ids of the first level. */
export interface RunNodes {
  readonly nodes: ReadonlyMap<RunKey, RunNode>;
  readonly roots: readonly RunKey[];
  /** Text beside the title of the view. */
  readonly description?: string;
}

/** Tree of batches and their runs, newest first. */
export class RunsTree implements TreeRows<RunKey> {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<RunKey[] | undefined>());
  private readonly drawn = new DrawnRows<RunKey>();
  private readonly hasRuns = new ContextKey('tandem:hasRuns');
  private shown: RunNodes = { nodes: new Map(), roots: [] };

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly tree: LateTree<RunKey>) {
    tree.fill(this);
  }

  show(nodes: RunNodes): void {
    this.shown = nodes;
    this.hasRuns.set(nodes.roots.length > 0);
    describeView(this.tree.view, nodes.description);
    const rows = [...nodes.nodes].map(([element, row]) => ({ element, ...row }));
    fireChange(this.changed, this.drawn.update(nodes.roots, rows));
  }

  getChildren(key?: RunKey): RunKey[] {
    const { nodes, roots } = this.shown;
    return [...(key === undefined ? roots : (nodes.get(key)?.children ?? []))];
  }

  getTreeItem(key: RunKey): vscode.TreeItem {
    // A row without content is about to be removed.
    return this.shown.nodes.get(key)?.item() ?? treeItem({ label: '' });
  }

  dispose(): void {
    this.store.dispose();
  }
}
