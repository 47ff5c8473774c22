import * as l10n from '@vscode/l10n';
import { costText } from '../../base/locale';
import { plural } from '../../base/plural';
import type { ChangeSet } from '../changeSets/readChanges';
import type { CheckedFindings } from './findings';

type Left = Pick<ChangeSet, 'files' | 'withheld' | 'tooLarge' | 'more'>;

/** Sums a review up in sentences: findings, files, cost, and all that was left out. */
export function resultText(
  { findings, unplaced, malformed, more }: CheckedFindings,
  changes: Left,
  costUsd: number | undefined,
): string {
  const hidden = malformed + more;
  return [
    findings.length + unplaced.length === 0
      ? l10n.t('No findings.')
      : plural(findings.length + unplaced.length, {
          one: l10n.t('1 finding.'),
          other: l10n.t('{0} findings.', findings.length + unplaced.length),
        }),
    plural(changes.files.length, {
      one: l10n.t('1 changed file was reviewed.'),
      other: l10n.t('{0} changed files were reviewed.', changes.files.length),
    }),
    ...(costUsd === undefined ? [] : [l10n.t('Cost: {0}.', costText(costUsd))]),
    ...leftOut(changes),
    ...(unplaced.length === 0
      ? []
      : [
          plural(unplaced.length, {
            one: l10n.t('1 finding names a file that cannot be shown.'),
            other: l10n.t('{0} findings name files that cannot be shown.', unplaced.length),
          }),
        ]),
    ...(hidden === 0
      ? []
      : [
          plural(hidden, {
            one: l10n.t('1 more cannot be shown.'),
            other: l10n.t('{0} more cannot be shown.', hidden),
          }),
        ]),
  ].join(' ');
}

function leftOut({ withheld, tooLarge, more }: Left): string[] {
  return [
    ...(withheld.length === 0
      ? []
      : [l10n.t('Left out, as they are private or ignored: {0}.', named(withheld))]),
    ...(tooLarge.length === 0
      ? []
      : [l10n.t('Left out, as they are too large: {0}.', named(tooLarge))]),
    ...(more === 0
      ? []
      : [
          plural(more, {
            one: l10n.t('1 more file was left out, as there are too many.'),
            other: l10n.t('{0} more files were left out, as there are too many.', more),
          }),
        ]),
  ];
}

function named(paths: readonly string[]): string {
  const most = 3;
  return [...paths.slice(0, most), ...(paths.length > most ? ['…'] : [])].join(', ');
}
