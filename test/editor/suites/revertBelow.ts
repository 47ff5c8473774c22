import { sep } from 'node:path';
import * as vscode from 'vscode';

/**
 * Reverts unsaved files, which would prompt, and closes all editors. Spares VS Code's own files.
 */
export async function revertBelow(folder: string): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    const { scheme, fsPath } = document.uri;
    if (document.isDirty && scheme === 'file' && fsPath.startsWith(folder + sep)) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
