import * as vscode from 'vscode';

/** Shows the settings of this extension. */
export function openSettings(): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', '@ext:tandem.tandem-code');
}
