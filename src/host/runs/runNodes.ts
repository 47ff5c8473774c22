import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type Batch, isOver, type Run } from '../../core/runs/run';
import type { Runs } from '../../core/runs/runs';
import { treeItem } from '../nativeText/nativeUi';
import { summaryText, targetName } from './rows/batchTexts';
import {
  batchContext,
  batchRow,
  batchState,
  repeatedNames,
  runContext,
  runRow,
  stateIcon,
} from './rows/runRows';
import type { RunKey, RunNode, RunNodes } from './runsTree';

/** Makes the rows of all batches and runs. They are drawn when the tree needs them. */
export function runNodes({ book, isShort }: Pick<Runs, 'book' | 'isShort'>): RunNodes {
  const { all } = book;
  const nodes = new Map<RunKey, RunNode>();
  for (const [index, batch] of all.entries()) {
    nodes.set(batch.id, batchNode(batch, isShort, index === 0));
    const repeated = repeatedNames(batch);
    for (const run of batch.runs) {
      nodes.set(run.id, runNode(run, !repeated.has(basename(targetName(run)))));
    }
  }
  const active = all.filter(({ runs }) => !runs.every(isOver)).flatMap(({ runs }) => runs);
  return {
    ...{ nodes, roots: all.map(({ id }) => id) },
    ...(active.length === 0 ? {} : { description: summaryText({ runs: active }) }),
  };
}

function batchNode(batch: Batch, isShort: boolean, isNewest: boolean): RunNode {
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

function runNode(run: Run, isUnique: boolean): RunNode {
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
