import type * as vscode from 'vscode';
import { labelText, lineText, optional, promptText } from './neutral';

declare const neutral: unique symbol;
/** Item whose texts went through `pickItem`. */
export type NeutralItem<T extends vscode.QuickPickItem> = T & { readonly [neutral]: true };

/** Functions of `vscode.window` that ask for input. */
export interface InputApi {
  showQuickPick(
    items: readonly vscode.QuickPickItem[],
    options: vscode.QuickPickOptions,
    token?: vscode.CancellationToken,
  ): Thenable<vscode.QuickPickItem | readonly vscode.QuickPickItem[] | undefined>;
  showInputBox(
    options: vscode.InputBoxOptions,
    token?: vscode.CancellationToken,
  ): Thenable<string | undefined>;
  createQuickPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T>;
}

/** Overloads that tell whether the user may pick several items. */
export interface ShowQuickPick {
  <T extends vscode.QuickPickItem>(
    items: readonly T[],
    options: vscode.QuickPickOptions & { canPickMany: true },
    token?: vscode.CancellationToken,
  ): Thenable<T[] | undefined>;
  <T extends vscode.QuickPickItem>(
    items: readonly T[],
    options?: vscode.QuickPickOptions,
    token?: vscode.CancellationToken,
  ): Thenable<T | undefined>;
}

/** An input box stays open while the focus is elsewhere: what was typed would be lost. */
type InputOptions = Omit<vscode.InputBoxOptions, 'ignoreFocusOut'>;

/** Picks and input boxes in which no text becomes a link or an icon. */
export function nativeInputs(window: InputApi) {
  return {
    showQuickPick: quickPicks(window),
    showInputBox: (options: InputOptions, token?: vscode.CancellationToken) =>
      window.showInputBox(inputOptions(options), token),
    /** The items must go through `pickItem`; VS Code shows other texts of a pick as they are. */
    createQuickPick: <T extends vscode.QuickPickItem>() => window.createQuickPick<NeutralItem<T>>(),
  };
}

export function pickItem<T extends vscode.QuickPickItem>(item: T): NeutralItem<T> {
  const { label, description, detail } = item;
  return {
    ...item,
    label: labelText(label),
    ...(description === undefined ? {} : { description: labelText(description) }),
    ...(detail === undefined ? {} : { detail: labelText(detail) }),
  } as NeutralItem<T>;
}

/** Shows copies of the items and resolves with the originals, whose labels may be answers. */
function quickPicks(window: InputApi): ShowQuickPick {
  const show = async <T extends vscode.QuickPickItem>(
    items: readonly T[],
    options: vscode.QuickPickOptions = {},
    token?: vscode.CancellationToken,
  ): Promise<T | T[] | undefined> => {
    const originals = new Map<vscode.QuickPickItem, T>(items.map(item => [pickItem(item), item]));
    const picked = await window.showQuickPick([...originals.keys()], pickOptions(options), token);
    return picked && 'label' in picked
      ? originals.get(picked)
      : picked?.flatMap(one => originals.get(one) ?? []);
  };
  return show as ShowQuickPick;
}

function pickOptions(options: vscode.QuickPickOptions): vscode.QuickPickOptions {
  return { ...options, ...lines(options) };
}

/** Texts of inputs that VS Code shows as they are. */
function lines({ title, placeHolder }: { title?: string; placeHolder?: string }) {
  return {
    ...(title === undefined ? {} : { title: lineText(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: lineText(placeHolder) }),
  };
}

function inputOptions(options: InputOptions): vscode.InputBoxOptions {
  const { prompt, validateInput } = options;
  return {
    ...options,
    ignoreFocusOut: true,
    ...lines(options),
    ...(prompt === undefined ? {} : { prompt: promptText(prompt) }),
    ...(validateInput ? { validateInput: async text => remark(await validateInput(text)) } : {}),
  };
}

function remark(
  found: string | vscode.InputBoxValidationMessage | undefined | null,
): string | vscode.InputBoxValidationMessage | undefined {
  return typeof found === 'object' && found !== null
    ? { ...found, message: promptText(found.message) }
    : optional(promptText, found ?? undefined);
}
