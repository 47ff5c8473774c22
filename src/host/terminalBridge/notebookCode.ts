import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import type { ToolContent } from '../../terminalServer/mcp/tool';
import { cellContents } from '../editor/cellContents';
import { executeCell } from '../editor/executeCell';
import { nativeUi } from '../nativeText/nativeUi';
import { askConsent } from './executeConsent';

const jupyterType = 'jupyter-notebook';

/** Runs an agent's code in the open notebook. The user is asked each time. */
export class NotebookCode {
  constructor(private readonly clock: Clock) {}

  /** @throws UserError with the reason why nothing was run */
  async run(code: string, signal: AbortSignal): Promise<readonly ToolContent[]> {
    const notebook = await theNotebook();
    await requireKernel(notebook);
    const cell = await addCell(notebook, code);
    try {
      await requireConsent(notebook, signal);
    } catch (error) {
      await removeCell(cell);
      throw error;
    }
    if (cell.index === -1 || cell.document.getText() !== code) {
      throw new UserError('notebook.changed', 'The cell was changed or removed before it was run.');
    }
    const end = await executeCell(cell, { signal, clock: this.clock });
    if (end === 'unrun') {
      throw noPython();
    }
    if (end === 'aborted') {
      throw new UserError(
        'notebook.withdrawn',
        'Nobody waits for the code any more: it was stopped.',
      );
    }
    return cellContents(cell.outputs);
  }
}

/** Finds the open Jupyter notebook, and loads it if only a tab refers to it. */
async function theNotebook(): Promise<vscode.NotebookDocument> {
  const active = vscode.window.activeNotebookEditor?.notebook;
  if (active?.notebookType === jupyterType) {
    return active;
  }
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const uris = new Map(
    tabs.flatMap(({ input }) =>
      input instanceof vscode.TabInputNotebook && input.notebookType === jupyterType
        ? [[input.uri.toString(), input.uri] as const]
        : [],
    ),
  );
  const [only, ...others] = uris.values();
  if (!only) {
    throw new UserError(
      'notebook.none',
      'No Jupyter notebook is open in the editor. Ask the user to open one.',
    );
  }
  if (others.length > 0) {
    throw new UserError(
      'notebook.none',
      'Several Jupyter notebooks are open and none has the focus. Ask the user to choose one.',
    );
  }
  return vscode.workspace.openNotebookDocument(only);
}

/** @throws UserError `notebook.noKernel` if nothing can run Python in the notebook */
async function requireKernel(notebook: vscode.NotebookDocument): Promise<void> {
  const language = languageOf(notebook);
  if (language !== undefined && language.toLowerCase() !== 'python') {
    throw new UserError(
      'notebook.noKernel',
      `${basename(notebook.uri.path)} is a notebook of ${language}: it has no Python kernel.`,
    );
  }
  const kernels = await kernelsOf(notebook);
  if (kernels?.length === 0) {
    const hasJupyter = vscode.extensions.getExtension('ms-toolsai.jupyter') !== undefined;
    throw new UserError(
      'notebook.noKernel',
      hasJupyter
        ? 'The notebook has no kernel. Ask the user to select a Python kernel.'
        : 'Nothing here runs notebooks: the Jupyter extension is not installed or is disabled.',
    );
  }
}

/**
 * Lists kernels that can run the notebook. The API has no public command for it.
 * @returns undefined if the editor does not report them
 */
async function kernelsOf({ uri }: vscode.NotebookDocument): Promise<unknown[] | undefined> {
  try {
    const asked = { viewType: jupyterType, uri };
    return await vscode.commands.executeCommand<unknown[]>('_resolveNotebookKernels', asked);
  } catch {
    // A missing kernel then shows later, when the cell does not start to run.
    return undefined;
  }
}

/** Returns the language in the notebook's own metadata. */
function languageOf({ metadata }: vscode.NotebookDocument): string | undefined {
  const stored: unknown = metadata.metadata ?? metadata;
  const { kernelspec, language_info } = (stored ?? {}) as {
    kernelspec?: { language?: unknown };
    language_info?: { name?: unknown };
  };
  const name = kernelspec?.language ?? language_info?.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

async function addCell(
  notebook: vscode.NotebookDocument,
  code: string,
): Promise<vscode.NotebookCell> {
  const at = notebook.cellCount;
  const data = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, code, 'python');
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(at, [data])]);
  if (!(await vscode.workspace.applyEdit(edit)) || notebook.cellCount <= at) {
    throw new UserError('notebook.readOnly', 'No cell can be added to the notebook.');
  }
  const cell = notebook.cellAt(at);
  const column = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        input instanceof vscode.TabInputNotebook &&
        input.uri.toString() === notebook.uri.toString(),
    ),
  )?.viewColumn;
  const editor = await vscode.window.showNotebookDocument(notebook, {
    preserveFocus: true,
    ...(column === undefined ? {} : { viewColumn: column }),
  });
  editor.revealRange(rangeOf(cell), vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
  return cell;
}

async function removeCell(cell: vscode.NotebookCell): Promise<void> {
  if (cell.index !== -1) {
    const edit = new vscode.WorkspaceEdit();
    edit.set(cell.notebook.uri, [vscode.NotebookEdit.deleteCells(rangeOf(cell))]);
    await vscode.workspace.applyEdit(edit);
  }
}

/** @throws UserError `notebook.declined`, `notebook.withdrawn` */
async function requireConsent(
  { uri }: vscode.NotebookDocument,
  signal: AbortSignal,
): Promise<void> {
  const consent = await askConsent(nativeUi, basename(uri.path), signal);
  if (consent === 'withdrawn') {
    throw new UserError(
      'notebook.withdrawn',
      'Nobody waits for the code any more: it was not run.',
    );
  }
  if (consent === 'declined') {
    throw new UserError('notebook.declined', 'The user does not want this code to be run.');
  }
}

function rangeOf({ index }: vscode.NotebookCell): vscode.NotebookRange {
  return new vscode.NotebookRange(index, index + 1);
}

function noPython(): UserError {
  return new UserError(
    'notebook.noKernel',
    'No kernel has run the code: the kernel of the notebook may not be one for Python. Ask the user to select a Python kernel.',
  );
}
