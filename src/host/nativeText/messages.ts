import type * as vscode from 'vscode';
import { messageText } from './messageText';
import { linesText, lineText } from './neutral';

type Show = (
  message: string,
  options: vscode.MessageOptions,
  ...actions: string[]
) => Thenable<string | undefined>;

/** Maximum length that VS Code shows, in UTF-16 units. */
const longest = 1_000;

/** Functions of `vscode.window` that show messages. */
export type MessageApi = {
  readonly [N in 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage']: Show;
};

/** Messages in which no text becomes a link; modal ones keep their line breaks. */
export function nativeMessages(window: MessageApi) {
  return {
    showInformationMessage: messages((...shown) => window.showInformationMessage(...shown)),
    showWarningMessage: messages((...shown) => window.showWarningMessage(...shown)),
    showErrorMessage: messages((...shown) => window.showErrorMessage(...shown)),
  };
}

/** @returns a function that resolves with the action that the user chooses */
function messages(show: Show) {
  return async (
    message: string,
    ...rest: readonly [vscode.MessageOptions, ...string[]] | readonly string[]
  ): Promise<string | undefined> => {
    const actions = rest.flatMap(one => (typeof one === 'string' ? [one] : []));
    const [given] = rest.flatMap(one => (typeof one === 'string' ? [] : [one]));
    const { modal = false, detail } = given ?? {};
    const options = { modal, ...(detail === undefined ? {} : { detail: linesText(detail) }) };
    const text = modal ? linesText(message) : messageText(message, longest);
    const shown = actions.map(lineText);
    const picked = await show(text, options, ...shown);
    return picked === undefined ? undefined : actions[shown.indexOf(picked)];
  };
}
