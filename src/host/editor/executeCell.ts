import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { DisposableStore } from '../../base/disposable';
import { deepEqual } from '../../base/json';

/** Milliseconds in which a kernel that has returned without an end has to say that it runs the cell. */
const patience = 15_000;

/**
 * `unrun`: no kernel has begun.
 * `late`: the time was over; it goes on.
 * `aborted`: it was told to stop.
 */
export type CellEnd = 'ended' | 'unrun' | 'late' | 'aborted';

interface ExecuteOptions {
  /** Milliseconds; without it a cell takes as long as it takes. */
  readonly limit?: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Runs a cell of a notebook that is shown, in the notebook's own kernel. */
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
      // Before, the editor itself changes the cell, also one that it gives to no kernel.
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
  // A range of the API's own class would not be understood, and the cell with the focus be run instead.
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

/** Not every kernel says whether it has succeeded. */
function isOver({ executionSummary }: vscode.NotebookCell): boolean {
  return executionSummary?.success !== undefined || executionSummary?.timing !== undefined;
}
