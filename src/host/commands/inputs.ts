import * as vscode from 'vscode';
import { pickItem } from '../nativeText/inputs';
import { nativeUi } from '../nativeText/nativeUi';

interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly value: T;
}

/**
 * Lets the user pick a value.
 * @param current value that holds: Enter keeps it
 * @returns undefined if the user dismisses the list
 */
export async function pick<T>(
  title: string,
  choices: readonly Choice<T>[],
  current?: T,
): Promise<T | undefined> {
  const list = nativeUi.createQuickPick<vscode.QuickPickItem & Choice<T>>();
  list.title = title;
  list.matchOnDescription = true;
  const isCurrent = ({ value }: Choice<T>) => current !== undefined && value === current;
  list.items = choices.map(choice => pickItem(isCurrent(choice) ? marked(choice) : choice));
  const active = list.items.filter(isCurrent);
  // Without any, Enter would pick nothing instead of the first.
  if (active.length > 0) {
    list.activeItems = active;
  }
  try {
    return await new Promise<T | undefined>(resolve => {
      list.onDidAccept(() => resolve(list.selectedItems[0]?.value));
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

function marked<T>(choice: Choice<T>): Choice<T> {
  // A long description is cut at its end.
  const parts = [vscode.l10n.t('current'), choice.description];
  return { ...choice, description: parts.filter(Boolean).join(' · ') };
}

/**
 * Returns the given text, or asks the user for a line.
 * @returns undefined if the user dismisses the input
 */
export async function textOr(
  argument: unknown,
  { title, prompt }: { readonly title: string; readonly prompt: string },
): Promise<string | undefined> {
  return typeof argument === 'string' ? argument : nativeUi.showInputBox({ title, prompt });
}
