import * as vscode from 'vscode';
import { findHunks } from '../../core/edits/text/hunks';
import { toLines } from '../../core/edits/text/lines';

export function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = uri.toString();
  return vscode.workspace.textDocuments.find(one => !one.isClosed && one.uri.toString() === wanted);
}

export function findNotebook(uri: vscode.Uri): vscode.NotebookDocument | undefined {
  const wanted = uri.toString();
  const { notebookDocuments } = vscode.workspace;
  return notebookDocuments.find(one => !one.isClosed && one.uri.toString() === wanted);
}

/** Returns whether an open editor holds changes to this file that are not on disk yet. */
export function hasUnsavedText(uri: vscode.Uri): boolean {
  return (findDocument(uri) ?? findNotebook(uri))?.isDirty ?? false;
}

/** Calls back when an open text or notebook document changes, is saved or is closed. */
export function onTextChange(uri: vscode.Uri, listener: () => void): vscode.Disposable {
  const wanted = uri.toString();
  const look = (changed: vscode.Uri) => {
    if (changed.toString() === wanted) {
      listener();
    }
  };
  const { workspace } = vscode;
  return vscode.Disposable.from(
    workspace.onDidChangeTextDocument(({ document }) => look(document.uri)),
    workspace.onDidSaveTextDocument(document => look(document.uri)),
    workspace.onDidCloseTextDocument(document => look(document.uri)),
    workspace.onDidChangeNotebookDocument(({ notebook }) => look(notebook.uri)),
    workspace.onDidSaveNotebookDocument(notebook => look(notebook.uri)),
    workspace.onDidCloseNotebookDocument(notebook => look(notebook.uri)),
  );
}

/**
 * Replaces the document's text without saving. Edits only the lines that differ, so carets and
 * decorations elsewhere stay.
 * @returns false if the user typed meanwhile, in which case nothing is changed
 */
export async function retype(document: vscode.TextDocument, text: string): Promise<boolean> {
  const older = toLines(document.getText());
  const end = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const newer = toLines(text.replaceAll(/\r\n|\r|\n/g, end));
  const edit = new vscode.WorkspaceEdit();
  for (const { oldStart, oldEnd, newStart, newEnd } of findHunks(older, newer)) {
    const range = new vscode.Range(oldStart, 0, oldEnd, 0);
    edit.replace(
      document.uri,
      document.validateRange(range),
      newer.slice(newStart, newEnd).join(''),
    );
  }
  return vscode.workspace.applyEdit(edit);
}

/** Serializes an open notebook in the Jupyter format, as far as needed to tell its cells apart. */
export function notebookText(notebook: vscode.NotebookDocument): string {
  const cells = notebook.getCells().map(({ kind, document, outputs }) => ({
    cell_type:
      kind === vscode.NotebookCellKind.Markup
        ? 'markdown'
        : document.languageId === 'raw'
          ? 'raw'
          : 'code',
    source: document.getText(),
    outputs: outputs.map(() => ({})),
  }));
  return JSON.stringify({ cells });
}
