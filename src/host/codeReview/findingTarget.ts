import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { nativeUi } from '../nativeText/nativeUi';
import type { FindingBoard, ShownFinding } from './findingBoard';

/**
 * Finds what a command is about: the finding of a comment's menu, else the one at the cursor, else
 * one that the user picks.
 * @param target what the menu or the quick fix passes
 * @returns undefined if the user dismisses the list
 * @throws UserError `run.noFinding`
 */
export async function findingTarget(
  board: FindingBoard | undefined,
  target: unknown,
  isWanted: (shown: ShownFinding) => boolean = () => true,
): Promise<ShownFinding | undefined> {
  const named = board?.named(target);
  if (named) {
    return named;
  }
  const all = (board?.all ?? []).filter(isWanted);
  if (!board || all.length === 0 || target !== undefined) {
    throw new UserError(
      'run.noFinding',
      vscode.l10n.t('There is no such finding. Run Review My Changes first.'),
    );
  }
  const editor = vscode.window.activeTextEditor;
  const here = editor
    ? board.at(editor.document.uri, editor.selection.active.line).filter(isWanted)
    : [];
  const [only, ...others] = here;
  return only && others.length === 0 ? only : pickFinding(here.length > 0 ? here : all);
}

async function pickFinding(found: readonly ShownFinding[]): Promise<ShownFinding | undefined> {
  const picked = await nativeUi.showQuickPick(
    found.map(shown => ({
      label: shown.finding.title,
      description: `${shown.finding.file}:${shown.lines.start + 1}`,
      shown,
    })),
    { title: vscode.l10n.t('Findings of the Review'), matchOnDescription: true },
  );
  return picked?.shown;
}
