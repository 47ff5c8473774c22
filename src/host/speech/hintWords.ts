import { basename } from 'node:path';
import * as vscode from 'vscode';
import { raceTimeout } from '../../node/raceTimeout';
import { systemClock } from '../../node/systemClock';
import { joinWords } from './joinWords';

type AnySymbol = Pick<vscode.DocumentSymbol, 'name'> & {
  readonly children?: readonly AnySymbol[];
};

/** Milliseconds that language servers have: the user waits for the text. */
const patience = 500;

/** Returns names that the user may say: open files, and the symbols of those in view. */
export async function hintWords(): Promise<string> {
  const files = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) =>
      input instanceof vscode.TabInputText ? [basename(input.uri.path)] : [],
    );
  const inView = vscode.window.visibleTextEditors.map(({ document }) => document.uri);
  const symbols = await raceTimeout(Promise.all(inView.map(symbolsOf)), patience, systemClock);
  return joinWords([...files, ...(symbols?.flat() ?? [])]);
}

async function symbolsOf(uri: vscode.Uri): Promise<string[]> {
  try {
    const found = await vscode.commands.executeCommand<readonly AnySymbol[] | undefined>(
      'vscode.executeDocumentSymbolProvider',
      uri,
    );
    return (found ?? []).flatMap(({ name, children = [] }) => [
      name,
      ...children.map(child => child.name),
    ]);
  } catch {
    // A server that fails only costs its words.
    return [];
  }
}
