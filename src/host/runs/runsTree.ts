import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type Batch, isOver, type Run } from '../../core/runs/run';
import type { Runs } from '../../core/runs/runs';
import { ContextKey } from '../contextKey';
import { views } from '../contributed';
import { DrawnRows } from '../drawnRows';
import { treeItem } from '../nativeText/nativeUi';
import { describeView } from '../nativeText/rows';
import { targetName } from './rows/batchTexts';
import {
  batchContext,
  batchRow,
  batchState,
  repeatedNames,
  runContext,
  runRow,
  stateIcon,
} from './rows/runRows';

/** Id of a batch or of a run. Elements are ids, so that VS Code can redraw a row that it has. */
export type RunKey = string;

interface Row {
  readonly item: () => vscode.TreeItem;
  readonly madeOf: readonly unknown[];
  readonly children: readonly RunKey[];
}

/** Tree of batches and their runs, newest first. */
export class RunsTree implements vscode.TreeDataProvider<RunKey>, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<RunKey[] | undefined>());
  private readonly drawn = new DrawnRows<RunKey>();
  private readonly hasRuns = new ContextKey('tandem:hasRuns');
  private readonly view: vscode.TreeView<RunKey>;
  private rows: ReadonlyMap<RunKey, Row> = new Map();
  private roots: readonly RunKey[] = [];

  readonly onDidChangeTreeData = this.changed.event;

  constructor() {
    this.view = this.store.add(
      vscode.window.createTreeView(views.runs, { treeDataProvider: this, showCollapseAll: true }),
    );
  }

  show(runs: Pick<Runs, 'book' | 'isShort'>): void {
    const { all } = runs.book;
    const rows = new Map<RunKey, Row>();
    for (const [index, batch] of all.entries()) {
      rows.set(batch.id, batchRowOf(batch, runs.isShort, index === 0));
      const repeated = repeatedNames(batch);
      for (const run of batch.runs) {
        rows.set(run.id, runRowOf(run, !repeated.has(basename(targetName(run)))));
      }
    }
    this.rows = rows;
    this.roots = all.map(({ id }) => id);
    this.hasRuns.set(all.length > 0);
    const active = all.flatMap(batch => batch.runs).filter(run => !isOver(run)).length;
    describeView(this.view, active === 0 ? undefined : vscode.l10n.t('{0} to go', active));
    this.redraw();
  }

  getChildren(key?: RunKey): RunKey[] {
    return [...(key === undefined ? this.roots : (this.rows.get(key)?.children ?? []))];
  }

  getTreeItem(key: RunKey): vscode.TreeItem {
    // A row without content is about to be removed.
    return this.rows.get(key)?.item() ?? treeItem({ label: '' });
  }

  dispose(): void {
    this.store.dispose();
  }

  private redraw(): void {
    const rows = [...this.rows].map(([element, row]) => ({ element, ...row }));
    const change = this.drawn.update(this.roots, rows);
    if (change === 'all') {
      this.changed.fire(undefined);
    } else if (change.length > 0) {
      this.changed.fire([...change]);
    }
  }
}

function batchRowOf(batch: Batch, isShort: boolean, isNewest: boolean): Row {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  return {
    madeOf: [batch, isShort, isNewest],
    children: batch.runs.map(({ id }) => id),
    item: () => {
      const texts = batchRow(batch, isShort, Date.now(), vscode.env.language);
      const item = treeItem(texts, isNewest ? Expanded : Collapsed);
      item.id = batch.id;
      item.iconPath = iconOf(batchState(batch));
      item.contextValue = batchContext(batch);
      return item;
    },
  };
}

function runRowOf(run: Run, isUnique: boolean): Row {
  return {
    madeOf: [run, isUnique],
    children: [],
    item: () => {
      const item = treeItem(runRow(run, isUnique));
      item.id = run.id;
      item.iconPath = iconOf(run.state);
      item.contextValue = runContext(run);
      if (run.channelId !== undefined) {
        item.command = {
          command: 'tandem.runs.openConversation',
          title: vscode.l10n.t('Open Conversation'),
          arguments: [run.id],
        };
      }
      return item;
    },
  };
}

function iconOf(state: Run['state']): vscode.ThemeIcon {
  const { icon, color } = stateIcon(state);
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}
