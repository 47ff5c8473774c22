import * as vscode from 'vscode';
import type { CommandId } from '../contributed';
import type { FindingBoard, ShownFinding } from './findingBoard';

/** Offers the actions on findings among the quick fixes of their lines. */
export function registerFindingFixes(board: FindingBoard): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    { scheme: 'file' },
    {
      provideCodeActions: ({ uri }, { start }) => board.at(uri, start.line).flatMap(fixesFor),
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

function fixesFor({ id, finding }: ShownFinding): vscode.CodeAction[] {
  const fix = (title: string, command: CommandId) => {
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.command = { title, command, arguments: [id] };
    return action;
  };
  return [
    ...(finding.suggestion === undefined
      ? []
      : [fix(vscode.l10n.t('Apply Suggestion of the Review'), 'tandem.review.apply')]),
    fix(vscode.l10n.t('Add Finding to Tandem Chat'), 'tandem.review.addToChat'),
    fix(vscode.l10n.t('Dismiss Finding…'), 'tandem.review.dismiss'),
  ];
}
