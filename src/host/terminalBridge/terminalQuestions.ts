import * as vscode from 'vscode';
import type { PermissionMode } from '../../contract/content';
import { modeText } from '../../contract/labels/modeText';
import { settingLabel } from '../../contract/labels/settingLabel';
import { nativeUi } from '../nativeText/nativeUi';
import { type TerminalStart, terminalModes } from './terminalStart';

interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/**
 * Asks for conversation, mode and model.
 * @returns undefined if the user cancels
 */
export async function askHow(
  models: readonly { readonly label: string; readonly value: string }[],
  mayBypass: boolean,
): Promise<TerminalStart | undefined> {
  const resume = await ask<string | undefined>(vscode.l10n.t('Conversation'), 1, [
    { label: vscode.l10n.t('New'), value: undefined },
    { label: vscode.l10n.t('Last of the Folder'), value: 'last' },
    { label: vscode.l10n.t('Choose in the Terminal'), value: 'pick' },
  ]);
  const asSetUp = { label: vscode.l10n.t('As Claude Code Is Set Up'), value: undefined };
  const modes = terminalModes(mayBypass).map(mode => ({
    label: modeText(mode).label,
    description: mode,
    value: mode,
  }));
  const mode =
    resume &&
    (await ask<PermissionMode | undefined>(vscode.l10n.t('Permission Mode'), 2, [
      asSetUp,
      ...modes,
    ]));
  const model =
    mode &&
    (await ask<string | undefined>(settingLabel('model'), 3, [
      asSetUp,
      ...(models.length > 0 ? models : aliases),
    ]));
  return resume && mode && model
    ? {
        ...(resume.value ? { resume: resume.value } : {}),
        ...(mode.value ? { mode: mode.value } : {}),
        ...(model.value ? { model: model.value } : {}),
      }
    : undefined;
}

/** Model names that every version knows, used until an agent reports its own. */
const aliases = ['opus', 'sonnet', 'haiku'].map(name => ({ label: name, value: name }));

function ask<T>(
  title: string,
  step: number,
  choices: readonly Choice<T>[],
): Thenable<Choice<T> | undefined> {
  return nativeUi.showQuickPick([...choices], {
    title: vscode.l10n.t('Open Claude in Terminal: {0} ({1} of 3)', title, step),
    matchOnDescription: true,
  });
}
