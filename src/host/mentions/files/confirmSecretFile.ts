import * as vscode from 'vscode';
import { nativeUi } from '../../nativeText/nativeUi';

/**
 * Asks in a dialog, which VS Code gives a *Cancel* as well.
 * @param path absolute path, if the file can be looked at first
 */
export async function confirmSecretFile(name: string, path?: string): Promise<boolean> {
  const send = vscode.l10n.t('Send File');
  const open = path === undefined ? vscode.l10n.t('Edit Message') : vscode.l10n.t('Open File');
  // The first button has the focus: the Enter that sends the message must not confirm this, too.
  const answer = await nativeUi.showWarningMessage(
    vscode.l10n.t('Send the contents of {0}?', name),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Its name suggests that it holds keys or passwords. If you cancel, nothing is sent, and your message stays in the message box.',
      ),
    },
    open,
    send,
  );
  if (answer === open && path !== undefined) {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
  }
  return answer === send;
}
