import * as l10n from '@vscode/l10n';
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
      l10n.t('The same lines have changed since. Both versions are opened for you to merge.'),
    );
  } else if (isEdited) {
    remarks.push(l10n.t('Later changes are kept.'));
  }
  if (isUncertain) {
    remarks.push(l10n.t('Origin uncertain: somebody else may have changed it at the same time.'));
  }
  if (now.isUnsaved) {
    remarks.push(l10n.t('The editor has unsaved changes; they stay unsaved.'));
  }
  return { counts: countsOf(plan), remarks };
}

function countsOf({ now, outcome }: FilePlan): string {
  const then = outcome.kind === 'clean' ? outcome.bytes : outcome.theirs;
  if (!now.bytes || !then) {
    return now.bytes ? l10n.t('is deleted') : then ? l10n.t('comes back') : l10n.t('stays deleted');
  }
  const view = asLines([now.bytes, then]);
  const [older, newer] = view?.texts ?? [];
  if (!older || !newer) {
    return l10n.t('is replaced');
  }
  const hunks = findHunks(older, newer);
  const added = hunks.reduce((sum, hunk) => sum + hunk.newEnd - hunk.newStart, 0);
  const removed = hunks.reduce((sum, hunk) => sum + hunk.oldEnd - hunk.oldStart, 0);
  const changes = plural(hunks.length, {
    one: l10n.t('1 change'),
    other: l10n.t('{0} changes', hunks.length),
  });
  return `+${added} −${removed} · ${changes}`;
}
