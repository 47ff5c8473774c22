import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import { defineTool, type ToolContent } from '../../../terminalServer/mcp/tool';
import { cellContents } from '../../editor/cellContents';
import { type CellEnd, executeCell } from '../../editor/executeCell';
import type { EditorTool } from '../tool/editorTool';

const input = z.object({
  path: z.string().check(z.describe('Of the notebook.')),
  index: z.int().check(z.minimum(0), z.describe('Of the cell, the first is 0.')),
  timeout: z.optional(
    z.number().check(z.minimum(1), z.maximum(1_800), z.describe('Seconds; 120 by default.')),
  ),
});

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
        const end = await executeCell(cell, { limit: timeout * 1_000, signal, clock });
        if (end === 'unrun') {
          const message =
            'Nothing runs this cell: the notebook has no kernel. Ask the user to select one.';
          throw new UserError('notebook.noKernel', message);
        }
        return { content: contentOf(cell, end), isError: cell.executionSummary?.success === false };
      },
    }),
};

/**
 * Finds a cell and shows its notebook, because only a notebook that is shown has a kernel.
 * @throws UserError `trust.required`, `file.outside`, `notebook.absent`, `notebook.badCell`
 */
async function cellOf(path: string, index: number): Promise<vscode.NotebookCell> {
  if (!vscode.workspace.isTrusted) {
    throw new UserError('trust.required', 'Cells run in trusted workspaces only.');
  }
  const uri = vscode.Uri.file(path);
  if (!vscode.workspace.getWorkspaceFolder(uri)) {
    throw new UserError('file.outside', `${path} is not in a folder of this workspace.`);
  }
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  if (index >= notebook.cellCount) {
    const message = `The notebook has ${notebook.cellCount} cells; the last index is ${notebook.cellCount - 1}.`;
    throw new UserError('notebook.absent', message);
  }
  const cell = notebook.cellAt(index);
  if (cell.kind !== vscode.NotebookCellKind.Code) {
    throw new UserError('notebook.badCell', `Cell ${index} holds text, not code.`);
  }
  await vscode.window.showNotebookDocument(notebook, { preserveFocus: true });
  return cell;
}

function contentOf(cell: vscode.NotebookCell, end: CellEnd): readonly ToolContent[] {
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
  return [
    { type: 'text', text: `Cell ${cell.index}${count} ${state}.` },
    ...cellContents(cell.outputs),
  ];
}
