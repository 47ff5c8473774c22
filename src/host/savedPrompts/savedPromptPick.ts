import * as vscode from 'vscode';
import { pickItem } from '../nativeText/inputs';
import { nativeUi } from '../nativeText/nativeUi';
import type { SavedPrompt, SavedPrompts } from './savedPrompts';

interface PromptItem extends vscode.QuickPickItem {
  readonly prompt: SavedPrompt;
}

/**
 * Lets the user pick a saved prompt, or rename and delete some.
 * @returns undefined if the user dismisses the list
 */
export async function pickSavedPrompt(
  saved: SavedPrompts,
  onFailure: (error: unknown) => void,
): Promise<SavedPrompt | undefined> {
  const rename = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Rename') };
  const remove = { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Delete') };
  const pick = nativeUi.createQuickPick<PromptItem>();
  const show = async () => {
    const prompts = await saved.list();
    pick.items = prompts.map(prompt =>
      pickItem({
        label: prompt.name,
        description: firstLine(prompt.draft.text),
        buttons: [rename, remove],
        prompt,
      }),
    );
  };
  const change = async ({ name }: SavedPrompt, isRename: boolean) => {
    if (!isRename) {
      await saved.remove(name);
    } else {
      // The input closes the list, which opens again afterwards.
      const next = await askName(vscode.l10n.t('New prompt name'), name);
      if (next) {
        await saved.rename(name, next);
      }
    }
    await show();
    pick.show();
  };
  pick.title = vscode.l10n.t('Insert Saved Prompt');
  pick.placeholder = vscode.l10n.t('Name or first line');
  pick.matchOnDescription = true;
  await show();
  try {
    return await new Promise<SavedPrompt | undefined>(resolve => {
      let isChanging = false;
      pick.onDidAccept(() => resolve(pick.selectedItems[0]?.prompt));
      pick.onDidHide(() => {
        if (!isChanging) {
          resolve(undefined);
        }
      });
      pick.onDidTriggerItemButton(({ item, button }) => {
        isChanging = true;
        void change(item.prompt, button === rename)
          .catch(onFailure)
          .finally(() => {
            isChanging = false;
          });
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** @returns the name without blanks around it; undefined if the user dismisses the input */
export async function askName(prompt: string, value: string): Promise<string | undefined> {
  const name = await nativeUi.showInputBox({
    prompt,
    value,
    validateInput: text =>
      text.trim() === '' ? vscode.l10n.t('Enter a name for the prompt.') : undefined,
  });
  return name?.trim();
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
}
