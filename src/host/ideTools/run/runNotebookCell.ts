import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Clock } from '../../../base/clock';
import { DisposableStore } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import { defineTool, type ToolContent } from '../../../ide/mcp/tool';
import type { EditorTool } from '../editorTool';
import { type CellItem, cellContent } from './cellContent';

const input = z.object({
  path: z.string().check(z.describe('Of the notebook.')),
  index: z.int().check(z.minimum(0), z.describe('Of the cell, the first is 0.')),
  timeout: z.optional(
    z.number().check(z.minimum(1), z.maximum(1_800), z.describe('Seconds; 120 by default.')),
  ),
});

type End = 'ended' | 'late' | 'aborted';

export const runNotebookCell: EditorTool = {
  group: 'execution',
  make: ({ cwd, clock }) =>
    defineTool({
      name: 'run_notebook_cell',
      title: 'Run notebook cell',
      description:
        "Runs one code cell of a notebook in the notebook's own kernel and returns its outputs, text and images.",
      input,
      hints: { destructiveHint: true },
      run: async ({ path, index, timeout = 120 }, { signal }) => {
        const cell = await cellOf(isAbsolute(path) ? path : resolve(cwd, path), index);
        const end = await execute(cell, timeout * 1_000, signal, clock);
        return { content: contentOf(cell, end), isError: cell.executionSummary?.success === false };
      },
    }),
};

/** Shown, because only a notebook that is shown has a kernel. @throws UserError */
async function cellOf(path: string, index: number): Promise<vscode.NotebookCell> {
  if (!vscode.workspace.isTrusted) {
    throw new UserError('untrusted', 'Cells run in trusted workspaces only.');
  }
  const uri = vscode.Uri.file(path);
  if (!vscode.workspace.getWorkspaceFolder(uri)) {
    throw new UserError('outside', `${path} is not in a folder of this workspace.`);
  }
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  if (index >= notebook.cellCount) {
    const message = `The notebook has ${notebook.cellCount} cells; the last index is ${notebook.cellCount - 1}.`;
    throw new UserError('absent', message);
  }
  const cell = notebook.cellAt(index);
  if (cell.kind !== vscode.NotebookCellKind.Code) {
    throw new UserError('unfit', `Cell ${index} holds text, not code.`);
  }
  await vscode.window.showNotebookDocument(notebook, { preserveFocus: true });
  return cell;
}

/** @throws UserError `noKernel` when nothing begins to run it */
async function execute(
  cell: vscode.NotebookCell,
  limit: number,
  signal: AbortSignal,
  clock: Clock,
): Promise<End> {
  const store = new DisposableStore();
  const before = cell.executionSummary;
  const range = { start: cell.index, end: cell.index + 1 };
  try {
    const end = new Promise<End>(done => {
      const abort = () => done('aborted');
      signal.addEventListener('abort', abort);
      store.add({ dispose: () => signal.removeEventListener('abort', abort) });
      store.add(clock.setTimeout(() => done('late'), limit));
      store.add(
        vscode.workspace.onDidChangeNotebookDocument(({ cellChanges }) => {
          const isOver = cellChanges.some(
            change => change.cell === cell && change.executionSummary?.success !== undefined,
          );
          if (isOver) {
            done('ended');
          }
        }),
      );
    });
    const request = { ranges: [range], document: cell.notebook.uri };
    await vscode.commands.executeCommand('notebook.cell.execute', request);
    if (cell.executionSummary === before) {
      const late = await Promise.race([end, pause(startLimit, clock, store)]);
      if (late === 'nothing' && cell.executionSummary === before) {
        const message =
          'Nothing runs this cell: the notebook has no kernel. Ask the person to select one.';
        throw new UserError('noKernel', message);
      }
    }
    const isOver = cell.executionSummary !== before && cell.executionSummary?.success !== undefined;
    const outcome = isOver ? 'ended' : await end;
    if (outcome === 'aborted') {
      await vscode.commands.executeCommand('notebook.cell.cancelExecution', request);
    }
    return outcome;
  } finally {
    store.dispose();
  }
}

/** Milliseconds that a kernel gets to begin. */
const startLimit = 20_000;

function pause(limit: number, clock: Clock, store: DisposableStore): Promise<'nothing'> {
  return new Promise(done => {
    store.add(clock.setTimeout(() => done('nothing'), limit));
  });
}

function contentOf(cell: vscode.NotebookCell, end: End): readonly ToolContent[] {
  const { executionOrder, success } = cell.executionSummary ?? {};
  const state =
    end === 'late'
      ? 'still runs, and goes on'
      : end === 'aborted'
        ? 'was stopped'
        : success === false
          ? 'has failed'
          : 'has run';
  const count = executionOrder === undefined ? '' : ` [${executionOrder}]`;
  const items: CellItem[] = cell.outputs.map(({ items: all }) =>
    all.map(({ mime, data }) => ({ mime, data })),
  );
  return [{ type: 'text', text: `Cell ${cell.index}${count} ${state}.` }, ...cellContent(items)];
}
