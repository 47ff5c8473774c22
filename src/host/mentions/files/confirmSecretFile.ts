import * as vscode from 'vscode';
import { nativeUi } from '../../nativeText/nativeUi';

/** Asks in a dialog. */
export async function confirmSecretFile(name: string): Promise<boolean> {
  const send = vscode.l10n.t('Send');
  // The first button has the focus: the Enter that sends the message must not confirm this, too.
  const keep = vscode.l10n.t('Do Not Send');
  const answer = await nativeUi.showWarningMessage(
    vscode.l10n.t('Send {0} to Claude?', name),
    { modal: true, detail: vscode.l10n.t('By its name, this file holds keys or passwords.') },
    keep,
    send,
  );
  return answer === send;
}
