import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { createTerminal, nativeUi } from '../nativeText/nativeUi';

/** Terminals by folder, used again while they are open. */
const terminals = new Map<string, vscode.Terminal>();

/** Kinds of documents that the user writes, in view beside a chat that has the focus. */
const written = ['file', 'untitled', 'vscode-notebook-cell'];

/**
 * Writes code over the selection of the editor in front, or of the first one that is visible.
 * @throws UserError `edit.noEditor` if nothing is open that can be written to; `edit.readOnly`
 */
export async function insertCode(text: string): Promise<void> {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const isOutput = activeTextEditor?.document.uri.scheme === 'output';
  const editor =
    activeTextEditor && !isOutput
      ? activeTextEditor
      : visibleTextEditors.find(({ document }) => written.includes(document.uri.scheme));
  if (!editor) {
    throw new UserError(
      'edit.noEditor',
      vscode.l10n.t('Open a file and place the cursor where the code goes, then try again.'),
    );
  }
  const { document } = editor;
  const { version } = document;
  const isDone = await editor.edit(edit => {
    for (const selection of editor.selections) {
      edit.replace(selection, text);
    }
  });
  // VS Code reports success for an editor that is read-only, too.
  if (!isDone || document.version === version) {
    throw new UserError(
      'edit.readOnly',
      vscode.l10n.t('Nothing was inserted, because the editor is read-only or was closed.'),
    );
  }
  await vscode.window.showTextDocument(document, editor.viewColumn);
}

/**
 * Writes code into a terminal in this folder. A single line waits there for the user's Enter, but
 * several run as they arrive, so that the user is asked first.
 */
export async function runCode({ cwd }: { readonly cwd: string }, code: string): Promise<void> {
  const text = withoutKeys(code).trim();
  const lines = text.split('\n').length;
  if (text === '' || (lines > 1 && !(await confirmRun(text, lines)))) {
    return;
  }
  const terminal = terminalIn(cwd);
  terminal.show(true);
  terminal.sendText(text, lines > 1);
}

/** Control characters act like keys: a tab would complete a word, or list all commands. */
function withoutKeys(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/[^\P{Cc}\n]|\p{Cf}/gu, '');
}

async function confirmRun(text: string, lines: number): Promise<boolean> {
  const run = vscode.l10n.t('Run');
  const picked = await nativeUi.showWarningMessage(
    vscode.l10n.t('Run these {0} lines in the terminal?', lines),
    { modal: true, detail: text },
    run,
  );
  return picked === run;
}

function terminalIn(cwd: string): vscode.Terminal {
  const known = terminals.get(cwd);
  if (known && vscode.window.terminals.includes(known)) {
    return known;
  }
  const terminal = createTerminal({ name: vscode.l10n.t('Code from Chat'), cwd });
  terminals.set(cwd, terminal);
  return terminal;
}
