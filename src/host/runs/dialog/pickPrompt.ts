import * as vscode from 'vscode';
import { promptInputs } from '../../../cli/agentFiles/promptText';
import type { PromptRef } from '../../../core/runs/run';
import { nativeUi } from '../../nativeText/nativeUi';
import type { LibraryPrompt, PromptScope } from '../library/promptLibrary';
import { scopeTitle } from '../library/promptRows';

interface PromptItem extends vscode.QuickPickItem {
  readonly prompt?: LibraryPrompt;
  readonly isTyped?: boolean;
}

/** Lets the user pick or type the prompt of a run. @returns undefined if they cancel */
export async function pickPrompt(
  prompts: readonly LibraryPrompt[],
  title: string,
): Promise<PromptRef | undefined> {
  const items: PromptItem[] = [
    {
      label: vscode.l10n.t('Type a Prompt…'),
      iconPath: new vscode.ThemeIcon('edit'),
      isTyped: true,
      alwaysShow: true,
    },
    ...ofScope(prompts, 'saved'),
    ...ofScope(prompts, 'project'),
    ...ofScope(prompts, 'user'),
  ];
  const picked =
    prompts.length === 0
      ? items[0]
      : await nativeUi.showQuickPick(items, {
          title,
          placeHolder: vscode.l10n.t('Which prompt should run?'),
          matchOnDescription: true,
        });
  return picked?.prompt
    ? promptRef(picked.prompt)
    : picked?.isTyped
      ? typePrompt(title)
      : undefined;
}

/** Asks for the inputs of a prompt, once for all runs. @returns undefined if the user cancels */
export async function promptRef(prompt: LibraryPrompt): Promise<PromptRef | undefined> {
  const { key, name, scope, body = '', argumentHint, description = '', root } = prompt;
  if (scope === 'saved') {
    return { key, kind: 'saved', name, text: description };
  }
  const words = [`/${name}`];
  const inputs = promptInputs(body);
  for (const input of inputs) {
    const value = await askValue(name, input.name, input.hint);
    if (value === undefined) {
      return undefined;
    }
    // Always by its name: a single input would take the target too.
    words.push(`${input.name}="${value.replaceAll('"', '\u2019')}"`);
  }
  if (inputs.length === 0 && argumentHint !== undefined) {
    const args = await askArguments(name, argumentHint);
    if (args === undefined) {
      return undefined;
    }
    words.push(args.trim());
  }
  const text = words.filter(word => word !== '').join(' ');
  return { key, kind: 'file', name, text, ...(root === undefined ? {} : { root }) };
}

export function typedPrompt(text: string): PromptRef {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const name = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return { key: `typed:${text}`, kind: 'typed', name, text };
}

async function typePrompt(title: string): Promise<PromptRef | undefined> {
  const text = await nativeUi.showInputBox({
    title,
    prompt: vscode.l10n.t('What should be done? Each file is added to this prompt.'),
    placeHolder: vscode.l10n.t('Add tests for this file'),
    validateInput: value =>
      value.trim() === '' ? vscode.l10n.t('Enter what should be done.') : undefined,
  });
  return text === undefined ? undefined : typedPrompt(text.trim());
}

function askValue(prompt: string, name: string, hint: string | undefined) {
  return nativeUi.showInputBox({
    title: `/${prompt}`,
    prompt: hint ?? vscode.l10n.t('Value for “{0}”', name),
    placeHolder: name,
  });
}

function askArguments(prompt: string, hint: string) {
  return nativeUi.showInputBox({
    title: `/${prompt}`,
    prompt: vscode.l10n.t('Arguments before the file, if any'),
    placeHolder: hint,
  });
}

function ofScope(prompts: readonly LibraryPrompt[], scope: PromptScope): PromptItem[] {
  const found = prompts.filter(prompt => prompt.scope === scope);
  const separator: PromptItem = {
    label: scopeTitle(scope),
    kind: vscode.QuickPickItemKind.Separator,
  };
  return found.length === 0
    ? []
    : [
        separator,
        ...found.map(prompt => ({
          label: scope === 'saved' ? prompt.name : `/${prompt.name}`,
          ...(prompt.description === undefined ? {} : { description: prompt.description }),
          prompt,
        })),
      ];
}
