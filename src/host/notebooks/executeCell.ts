import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { DisposableStore } from '../../base/disposable';
import { deepEqual } from '../../base/json';

/** Milliseconds in which a kernel has to begin; starting one takes its time. */
const patience = 60_000;

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
  const store = new DisposableStore();
  const end = new Deferred<CellEnd>();
  const { executionSummary: before } = cell;
  let hasBegun = false;
  const isNews = () => hasBegun || !deepEqual(cell.executionSummary, before);
  const look = () => {
    if (isOver(cell) && isNews()) {
      end.resolve('ended');
    }
  };
  const abort = () => end.resolve('aborted');
  signal.addEventListener('abort', abort);
  store.add({ dispose: () => signal.removeEventListener('abort', abort) });
  store.add(
    vscode.workspace.onDidChangeNotebookDocument(({ cellChanges }) => {
      const summaries = cellChanges
        .filter(change => change.cell === cell)
        .flatMap(({ executionSummary }) => executionSummary ?? []);
      hasBegun ||= summaries.some(summary => !deepEqual(summary, before) || !isOver(cell));
      look();
    }),
  );
  const giveUp = () => {
    if (!hasBegun) {
      end.resolve('unrun');
    }
  };
  store.add(clock.setTimeout(giveUp, patience));
  if (limit !== undefined) {
    store.add(clock.setTimeout(() => end.resolve(hasBegun ? 'late' : 'unrun'), limit));
  }
  // A range of the API's own class would not be understood, and the cell with the focus be run instead.
  const ranges = [{ start: cell.index, end: cell.index + 1 }];
  const request = { ranges, document: cell.notebook.uri };
  try {
    if (signal.aborted) {
      return 'aborted';
    }
    await vscode.commands.executeCommand('notebook.cell.execute', request);
    look();
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
