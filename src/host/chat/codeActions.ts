import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { createTerminal, nativeUi } from '../nativeText/nativeUi';

/** Terminals by folder, used again while they are open. */
const terminals = new Map<string, vscode.Terminal>();

/**
 * Writes code over the selection of the editor in front, or of the first one that is visible.
 * @throws UserError `edit.noEditor` if no file is open
 */
export async function insertCode(text: string): Promise<void> {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editor =
    activeTextEditor ?? visibleTextEditors.find(({ document }) => document.uri.scheme === 'file');
  if (!editor) {
    throw new UserError(
      'edit.noEditor',
      vscode.l10n.t('Open a file and place the cursor where the code goes, then try again.'),
    );
  }
  await editor.edit(edit => {
    for (const selection of editor.selections) {
      edit.replace(selection, text);
    }
  });
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}

/**
 * Writes code into a terminal in this folder. A single line waits there for the user's Enter, but
 * several run as they arrive, so that the user is asked first.
 */
export async function runCode({ cwd }: { readonly cwd: string }, code: string): Promise<void> {
  const text = withoutControls(code).trim();
  const lines = text.split('\n').length;
  if (text === '' || (lines > 1 && !(await confirmRun(text, lines)))) {
    return;
  }
  const terminal = terminalIn(cwd);
  terminal.show(true);
  terminal.sendText(text, lines > 1);
}

/** Control characters would act in the terminal before the user has seen them. */
function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '');
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
