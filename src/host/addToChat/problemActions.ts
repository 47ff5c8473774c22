import * as vscode from 'vscode';
import { type CommandId, reviewSource } from '../contributed';

const command: CommandId = 'tandem.context.addProblem';

/** Offers "Add to Tandem Chat" among the quick fixes of each problem, as its view has no menu for us. */
export function registerProblemActions(): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    { scheme: 'file' },
    {
      provideCodeActions: (document, _range, { diagnostics }) => actionsFor(document, diagnostics),
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

function actionsFor(
  { uri }: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const [first] = diagnostics.filter(({ source }) => source !== reviewSource);
  if (!first) {
    return [];
  }
  const title = vscode.l10n.t('Add to Tandem Chat');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command, arguments: [uri, first.range.start.line + 1] };
  action.diagnostics = [first];
  return [action];
}
