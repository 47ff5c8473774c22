import * as vscode from 'vscode';
import { nativeUi } from '../nativeText/nativeUi';

/** Asks in a dialog. */
export async function confirmShellLine(
  line: string,
  reason: string,
  cwd: string,
): Promise<boolean> {
  const run = vscode.l10n.t('Run');
  const detail = [line, vscode.l10n.t('Folder: {0}', cwd), reason].join('\n\n');
  const question = vscode.l10n.t('Run this line?');
  const answer = await nativeUi.showWarningMessage(question, { modal: true, detail }, run);
  return answer === run;
}
