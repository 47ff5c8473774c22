import { basename } from 'node:path';
import * as vscode from 'vscode';

/** Document that the user works in, and what is selected in it. */
export interface ActiveDocument {
  readonly document: vscode.TextDocument;
  readonly selection: vscode.Selection;
  /** Where its text is stored; undefined for output and new documents. */
  readonly file?: vscode.Uri;
  /** Name of a document without a file. */
  readonly name?: string;
  /** Number of a notebook's cell, 1-based. */
  readonly cell?: number;
}

/** Returns what is in the active editor, unless only files with a place of their own count. */
export function activeDocument(): ActiveDocument | undefined {
  const { activeTextEditor, activeNotebookEditor } = vscode.window;
  if (activeTextEditor) {
    return describe(activeTextEditor.document, activeTextEditor.selection);
  }
  const cell = activeNotebookEditor && selectedCell(activeNotebookEditor);
  return cell && describe(cell.document, new vscode.Selection(0, 0, 0, 0));
}

/** Returns a document in view, for a window that shows a chat in the active editor. */
export function visibleDocument(): ActiveDocument | undefined {
  const [found] = vscode.window.visibleTextEditors.flatMap(
    ({ document, selection }) => describe(document, selection) ?? [],
  );
  return found;
}

/** Returns whether an editor has the document open, in view or not. */
export function isInTab({ document, file }: ActiveDocument): boolean {
  const wanted = [document.uri, ...(file ? [file] : [])].map(uri => uri.toString());
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => wanted.includes(shownUri(input)?.toString() ?? '')),
  );
}

function shownUri(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff) {
    return input.modified;
  }
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook
    ? input.uri
    : undefined;
}

function describe(
  document: vscode.TextDocument,
  selection: vscode.Selection,
): ActiveDocument | undefined {
  const { uri } = document;
  const found = { document, selection };
  switch (uri.scheme) {
    case 'file':
      return { ...found, file: uri };
    case 'untitled':
      // With a path, it is a file that is not yet on disk.
      return uri.path.startsWith('/')
        ? { ...found, file: vscode.Uri.file(uri.path) }
        : { ...found, name: basename(uri.path) };
    case 'output':
      return { ...found, name: outputName(uri.path) };
    case 'vscode-notebook-cell':
      return describeCell(found);
    default:
      return undefined;
  }
}

function describeCell(
  found: Pick<ActiveDocument, 'document' | 'selection'>,
): ActiveDocument | undefined {
  const notebook = vscode.workspace.notebookDocuments.find(one =>
    one.getCells().some(({ document }) => document === found.document),
  );
  const cell = notebook?.getCells().find(({ document }) => document === found.document);
  if (!notebook || !cell || !['file', 'untitled'].includes(notebook.uri.scheme)) {
    return undefined;
  }
  const { uri } = notebook;
  const number = cell.index + 1;
  return uri.scheme === 'file'
    ? { ...found, file: uri, cell: number }
    : { ...found, name: basename(uri.path), cell: number };
}

function selectedCell(editor: vscode.NotebookEditor): vscode.NotebookCell | undefined {
  const [range] = editor.selections;
  const index = range?.start ?? 0;
  return index < editor.notebook.cellCount ? editor.notebook.cellAt(index) : undefined;
}

/** Names an output channel, whose path ends with a number or a file name. */
function outputName(path: string): string {
  const last = basename(path)
    .replace(/^extension-output-/, '')
    .replace(/-#\d+(?=-|$)/, '');
  return vscode.l10n.t('Output {0}', last);
}
