import * as vscode from 'vscode';
import { plural } from '../../base/plural';
import { asLines } from '../../core/edits/review/contents';
import type { FilePlan } from '../../core/edits/review/plan';
import { findHunks } from '../../core/edits/text/hunks';

/** Describes the effect of a plan on its file for display in a list. */
export function describePlan(plan: FilePlan): {
  readonly counts: string;
  readonly remarks: readonly string[];
} {
  const { outcome, isEdited, isUncertain, now } = plan;
  const remarks: string[] = [];
  if (outcome.kind === 'conflict') {
    remarks.push(
      vscode.l10n.t('The same lines were changed since: both are opened for you to merge.'),
    );
  } else if (isEdited) {
    remarks.push(vscode.l10n.t('What was changed since stays.'));
  }
  if (isUncertain) {
    remarks.push(
      vscode.l10n.t('Origin uncertain: somebody else may have changed it at the same time.'),
    );
  }
  if (now.isUnsaved) {
    remarks.push(vscode.l10n.t('The editor has unsaved changes; they stay unsaved.'));
  }
  return { counts: countsOf(plan), remarks };
}

function countsOf({ now, outcome }: FilePlan): string {
  const then = outcome.kind === 'clean' ? outcome.bytes : outcome.theirs;
  if (!now.bytes || !then) {
    return now.bytes
      ? vscode.l10n.t('is deleted')
      : then
        ? vscode.l10n.t('comes back')
        : vscode.l10n.t('stays deleted');
  }
  const view = asLines([now.bytes, then]);
  const [older, newer] = view?.texts ?? [];
  if (!older || !newer) {
    return vscode.l10n.t('is replaced');
  }
  const hunks = findHunks(older, newer);
  const added = hunks.reduce((sum, hunk) => sum + hunk.newEnd - hunk.newStart, 0);
  const removed = hunks.reduce((sum, hunk) => sum + hunk.oldEnd - hunk.oldStart, 0);
  const changes = plural(hunks.length, {
    one: vscode.l10n.t('1 change'),
    other: vscode.l10n.t('{0} changes', hunks.length),
  });
  return `+${added} −${removed} · ${changes}`;
}
