import * as vscode from 'vscode';
import type { ActiveDocument } from './activeDocument';

/** Shows a document where it is open, with the selection as it was. */
export async function revealDocument({ document, selection }: ActiveDocument): Promise<void> {
  const notebook = vscode.workspace.notebookDocuments.find(one =>
    one.getCells().some(cell => cell.document === document),
  );
  if (notebook) {
    const index = notebook.getCells().findIndex(cell => cell.document === document);
    const selections = [new vscode.NotebookRange(index, index + 1)];
    await vscode.window.showNotebookDocument(notebook, { selections });
    return;
  }
  const viewColumn = vscode.window.visibleTextEditors.find(
    editor => editor.document === document,
  )?.viewColumn;
  await vscode.window.showTextDocument(document, {
    ...(viewColumn === undefined ? {} : { viewColumn }),
    selection,
  });
}
