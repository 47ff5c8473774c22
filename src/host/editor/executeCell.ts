import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { DisposableStore } from '../../base/disposable';
import { deepEqual } from '../../base/json';

/** Milliseconds that a kernel has to start the cell after the command returns without an end. */
const patience = 15_000;

/**
 * How the execution of a cell ended.
 * - `unrun`: no kernel started it.
 * - `late`: the time limit passed; the cell keeps running.
 * - `aborted`: it was interrupted.
 */
export type CellEnd = 'ended' | 'unrun' | 'late' | 'aborted';

interface ExecuteOptions {
  /** Time limit in milliseconds; unlimited if absent. */
  readonly limit?: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Runs a cell of a visible notebook in the notebook's own kernel. */
export async function executeCell(
  cell: vscode.NotebookCell,
  { limit, signal, clock }: ExecuteOptions,
): Promise<CellEnd> {
  if (signal.aborted) {
    return 'aborted';
  }
  const store = new DisposableStore();
  const end = new Deferred<CellEnd>();
  const { executionSummary: before } = cell;
  let isNew = false;
  let hasReturned = false;
  let hasBegun = false;
  const look = () => {
    isNew ||= !deepEqual(cell.executionSummary, before);
    if (isNew && isOver(cell)) {
      end.resolve('ended');
    }
  };
  const abort = () => end.resolve('aborted');
  signal.addEventListener('abort', abort);
  store.add({ dispose: () => signal.removeEventListener('abort', abort) });
  store.add(
    vscode.workspace.onDidChangeNotebookDocument(({ cellChanges }) => {
      // Until the command returns, VS Code itself changes the cell, even if it goes to no kernel.
      hasBegun ||= hasReturned && cellChanges.some(change => change.cell === cell);
      look();
    }),
  );
  const giveUp = () => {
    if (!hasBegun && cell.outputs.length === 0) {
      end.resolve('unrun');
    }
  };
  if (limit !== undefined) {
    const late = () => end.resolve(hasReturned && !hasBegun ? 'unrun' : 'late');
    store.add(clock.setTimeout(late, limit));
  }
  // The command ignores a `vscode.NotebookRange` and would run the focused cell instead.
  const ranges = [{ start: cell.index, end: cell.index + 1 }];
  const request = { ranges, document: cell.notebook.uri };
  try {
    vscode.commands.executeCommand('notebook.cell.execute', request).then(
      () => {
        hasReturned = true;
        look();
        store.add(clock.setTimeout(giveUp, patience));
      },
      error => end.reject(error),
    );
    const how = await end.promise;
    if (how === 'aborted') {
      await vscode.commands.executeCommand('notebook.cell.cancelExecution', request);
    }
    return how;
  } finally {
    store.dispose();
  }
}

/** Kernels do not always report success, so timing counts as well. */
function isOver({ executionSummary }: vscode.NotebookCell): boolean {
  return executionSummary?.success !== undefined || executionSummary?.timing !== undefined;
}
