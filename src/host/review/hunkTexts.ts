import * as l10n from '@vscode/l10n';
import type { FileView } from '../../core/edits/review/fileView';
import type { ReviewHunk } from '../../core/edits/review/reviewText';

/** Maximum length of a tooltip, in UTF-16 units. */
const longestTooltip = 1_000;

interface HunkTexts {
  readonly label: string;
  readonly description: string;
  /** Present text of the lines. */
  readonly tooltip: string;
}

/** Describes a change by its lines from 1. Removed lines are named by the line above them. */
export function hunkTexts({ lines }: Pick<FileView, 'lines'>, hunk: ReviewHunk): HunkTexts {
  const { start, end } = hunk.now;
  const label =
    end - start > 1
      ? l10n.t('Lines {0}–{1}', start + 1, end)
      : l10n.t('Line {0}', Math.max(1, end === start ? start : start + 1));
  const counts = `+${end - start} −${hunk.before.end - hunk.before.start}`;
  return {
    label,
    description: hunk.isEdited ? `${counts} · ${l10n.t('changed since')}` : counts,
    tooltip: (lines?.now.slice(start, end) ?? []).join('').slice(0, longestTooltip),
  };
}
