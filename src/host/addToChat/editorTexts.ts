import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import * as z from '../../base/schema';
import { cellContents } from '../editor/cellContents';
import { cellText, type MemberValue, type NamedText } from './attachedTexts';
import { cellOf, type VariableShape } from './shapes';

/** Members of a variable that are listed. */
const mostMembers = 100;

const members = z.object({
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
});

/**
 * Reads source and outputs of a cell: the one of a menu, else the selected one.
 * @throws UserError `context.unknownShape`, `context.noCell`
 */
export function notebookCellText(args: readonly unknown[]): { path?: string; named: NamedText } {
  const cell = args.length === 0 ? selectedCell() : openCell(args);
  if (!cell) {
    throw new UserError('context.noCell', vscode.l10n.t('This cell is no longer open.'));
  }
  const { uri } = cell.notebook;
  const outputs = cell.outputs.length === 0 ? [] : cellContents(cell.outputs);
  const named = cellText(uri.path, {
    number: cell.index + 1,
    source: cell.document.getText(),
    outputs: outputs.map(one => (one.type === 'text' ? one.text : vscode.l10n.t('(an image)'))),
  });
  return { ...(uri.scheme === 'file' ? { path: uri.fsPath } : {}), named };
}

/** Asks the debugger for the members of a variable; none if it has ended or gives no answer. */
export async function memberValues(given: VariableShape): Promise<readonly MemberValue[]> {
  const { variablesReference = 0 } = given.variable;
  const session = vscode.debug.activeDebugSession;
  if (variablesReference === 0 || session?.id !== given.sessionId) {
    return [];
  }
  const request = session?.customRequest('variables', { variablesReference });
  const answer: unknown = await Promise.resolve(request).catch(() => undefined);
  const parsed = z.safeParse(members, answer);
  return parsed.success ? parsed.data.variables.slice(0, mostMembers) : [];
}

function selectedCell(): vscode.NotebookCell | undefined {
  const editor = vscode.window.activeNotebookEditor;
  const index = editor?.selections[0]?.start ?? 0;
  return editor && index < editor.notebook.cellCount ? editor.notebook.cellAt(index) : undefined;
}

function openCell(args: readonly unknown[]): vscode.NotebookCell | undefined {
  const { index, notebook } = cellOf(args);
  const { scheme, path } = notebook.uri;
  const found = vscode.workspace.notebookDocuments.find(
    ({ uri }) => uri.scheme === scheme && uri.path === path,
  );
  return found && index >= 0 && index < found.cellCount ? found.cellAt(index) : undefined;
}
