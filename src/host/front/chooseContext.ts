import * as vscode from 'vscode';
import { pick } from '../commands/inputs';
import type { FrontMode } from './frontWatch';

const key = 'tandem.context.selection';

/** Lets the user choose how much of the active editor goes along with messages. */
export async function chooseContext(): Promise<void> {
  const choices: readonly { label: string; description: string; value: FrontMode }[] = [
    {
      label: vscode.l10n.t('Selection or File'),
      description: vscode.l10n.t('The selected text, else the path of the open file'),
      value: 'always',
    },
    {
      label: vscode.l10n.t('Selection Only'),
      description: vscode.l10n.t('Nothing unless text is selected'),
      value: 'selection',
    },
    {
      label: vscode.l10n.t('Nothing'),
      description: vscode.l10n.t('Only what is added to the message'),
      value: 'never',
    },
  ];
  const title = vscode.l10n.t('Share from the Active Editor');
  const value = await pick(title, choices);
  if (value !== undefined) {
    const { Global } = vscode.ConfigurationTarget;
    await vscode.workspace.getConfiguration().update(key, value, Global);
  }
}
