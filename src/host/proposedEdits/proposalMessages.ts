import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { MarkerLabels } from './proposalMerge';

export function markerLabels(): MarkerLabels {
  return {
    ours: vscode.l10n.t('your proposal'),
    base: vscode.l10n.t('file when it was proposed'),
    theirs: vscode.l10n.t('file now'),
  };
}

/** Describes the state of the file for the mark on a tab. */
export function markMessage(hasChanged: boolean, hasUnsavedText: boolean): string | undefined {
  const changed = vscode.l10n.t('The file has changed since this edit was proposed');
  const unsaved = vscode.l10n.t('An editor has unsaved text of this file');
  const all = [...(hasChanged ? [changed] : []), ...(hasUnsavedText ? [unsaved] : [])];
  return all.length === 0 ? undefined : all.join('. ');
}

export interface Change {
  readonly isGone: boolean;
  /** The user has edited the proposal. */
  readonly isEdited: boolean;
  readonly hasConflicts: boolean;
}

export function changedError(name: string, { isGone, isEdited, hasConflicts }: Change): UserError {
  const message = hasConflicts
    ? vscode.l10n.t(
        '{0} has changed in lines that you changed in the proposal. Conflict markers on the right side of the diff show both: resolve them there, then allow again.',
        name,
      )
    : isGone
      ? vscode.l10n.t(
          '{0} has been deleted since this edit was proposed. The diff shows what would be written now: look at it, then allow again.',
          name,
        )
      : isEdited
        ? vscode.l10n.t(
            '{0} has changed since this edit was proposed. The diff shows it as it is now, and your own changes with it: look at it, then allow again.',
            name,
          )
        : vscode.l10n.t(
            '{0} has changed since this edit was proposed. The diff shows it as it is now: look at it, then allow again.',
            name,
          );
  return new UserError('edit.changed', message);
}

export function unsavedError(name: string): UserError {
  return new UserError(
    'edit.changed',
    vscode.l10n.t(
      '{0} has unsaved text in an editor, which this edit does not include. Save or undo it, or allow again to leave it as it is.',
      name,
    ),
  );
}

export function unfitError(name: string, cause: UserError | undefined): UserError {
  const message = vscode.l10n.t(
    '{0} has changed since this edit was proposed, and the edit no longer fits. Deny it, so that the file is read again. {1}',
    name,
    cause?.message ?? '',
  );
  return new UserError(cause?.code ?? 'edit.changed', message.trimEnd(), { cause });
}

export function stillTypingError(name: string): UserError {
  return new UserError(
    'edit.changed',
    vscode.l10n.t('{0} has changed while you typed. Try again in a moment.', name),
  );
}

export function unresolvedError(name: string): UserError {
  return new UserError(
    'edit.conflict',
    vscode.l10n.t(
      'The proposal for {0} contains conflict markers. Resolve them on the right side of the diff, then allow again.',
      name,
    ),
  );
}

export function notUtf8Error(name: string): UserError {
  return new UserError(
    'edit.encoding',
    vscode.l10n.t(
      '{0} is not UTF-8 text, so an edited proposal cannot be written exactly. Undo your changes or deny the edit.',
      name,
    ),
  );
}
