import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/locale';
import { plural } from '../../../base/plural';
import type { UsageHistory, UsageProgress } from '../../../cli/sessions/usage/messages';
import type { SectionAction, SectionGroup, SectionRow } from '../../../contract/sections';
import type { Period, StoredState } from './storedUsage';
import { type KnownConversation, usageTables } from './usageTables';

/** Shows what is stored, or how far the count is. */
export function storedGroups(
  state: StoredState,
  conversations: readonly KnownConversation[],
): SectionGroup[] {
  const { history, project } = state;
  const head: SectionGroup = {
    id: 'stored',
    title: l10n.t('Stored usage'),
    note: noteOf(project),
    choices: [
      {
        ...{ id: 'period', label: l10n.t('Period'), chosen: `period:${state.period}` },
        options: [option('7'), option('30'), option('all')],
      },
    ],
    ...(state.counting ? { progress: progressOf(state.counting.progress) } : {}),
    rows: history ? [totalRow(history), ...faultRows(history)] : [],
    empty: emptyText(state),
    actions: actionsOf(state),
  };
  return history && history.total.calls > 0
    ? [head, ...usageTables(history, conversations)]
    : [head];
}

function noteOf(project: string | undefined): string {
  const source = l10n.t(
    'Every answer in the transcripts that Claude Code has stored on this machine, including those of terminals. Claude Code deletes old transcripts, and does not store the calls that name or compact a conversation.',
  );
  return project === undefined
    ? source
    : `${l10n.t('Only conversations in {0}.', project)} ${source}`;
}

function option(period: Period) {
  const label = {
    '7': l10n.t('7 days'),
    '30': l10n.t('30 days'),
    all: l10n.t('All'),
  }[period];
  return { action: `period:${period}`, label };
}

/** Says what the sums are about now, for the line that confirms a choice. */
export function periodText(period: Period): string {
  return {
    '7': l10n.t('Usage of the last 7 days.'),
    '30': l10n.t('Usage of the last 30 days.'),
    all: l10n.t('All stored usage.'),
  }[period];
}

function emptyText({ counting, failure, isCancelled }: StoredState): string {
  if (counting) {
    return l10n.t('Transcripts are being read.');
  }
  if (failure !== undefined) {
    return l10n.t('{0}. Try again, or look into the log.', failure.replace(/\.$/, ''));
  }
  return isCancelled
    ? l10n.t('The count was canceled. It continues where it stopped.')
    : l10n.t('Nothing has been counted yet.');
}

function actionsOf({ counting, history, project, failure, isCancelled }: StoredState) {
  const actions: SectionAction[] = [];
  if (counting) {
    actions.push({ id: 'cancelCount', label: l10n.t('Cancel') });
  } else if (failure !== undefined || isCancelled || !history) {
    actions.push({ id: 'count', label: l10n.t('Count Usage'), kind: 'primary' });
  }
  if (project !== undefined) {
    actions.push({ id: 'allProjects', label: l10n.t('Show All Projects') });
  }
  if (history && history.total.calls > 0 && !counting) {
    actions.push({ id: 'exportCsv', label: l10n.t('Export as CSV…') });
  }
  return actions;
}

function progressOf(progress: UsageProgress | undefined) {
  if (!progress || progress.allFiles === 0) {
    return { text: l10n.t('Looking for transcripts…') };
  }
  const { files, allFiles, bytes, allBytes } = progress;
  const megabytes = (count: number) => numberText(count / 1_000_000);
  return {
    value: allBytes > 0 ? Math.min(1, bytes / allBytes) : files / allFiles,
    text: l10n.t(
      '{0} of {1} files, {2} of {3} MB',
      ...[files, allFiles, megabytes(bytes), megabytes(allBytes)],
    ),
  };
}

function totalRow({ total, files }: UsageHistory): SectionRow {
  const { calls, input, output, written5m, written1h, cacheRead } = total;
  const count = (value: number) => numberText(value);
  if (calls === 0) {
    return { id: 'stored/total', title: l10n.t('No calls in this period') };
  }
  return {
    id: 'stored/total',
    title: plural(calls, { one: l10n.t('1 call'), other: l10n.t('{0} calls', count(calls)) }),
    detail: l10n.t(
      '{0} tokens in, {1} out; cache: {2} written, {3} read',
      ...[input, output, written5m + written1h, cacheRead].map(count),
    ),
    badges: [
      {
        text: plural(files, {
          one: l10n.t('1 transcript read'),
          other: l10n.t('{0} transcripts read', count(files)),
        }),
      },
    ],
  };
}

function faultRows({ faults, firstFaults }: UsageHistory): SectionRow[] {
  if (faults === 0) {
    return [];
  }
  const lines = firstFaults.map(({ path, line, reason }) =>
    line === undefined ? `${path}: ${reason}` : `${path}:${line}: ${reason}`,
  );
  const rest = faults - lines.length;
  return [
    {
      id: 'stored/faults',
      title: plural(faults, {
        one: l10n.t('1 line or file could not be read'),
        other: l10n.t('{0} lines or files could not be read', faults),
      }),
      detail: l10n.t('They are left out. All others are counted.'),
      badges: [{ text: l10n.t('Incomplete'), tone: 'warning' }],
      more: [...lines, ...(rest > 0 ? [l10n.t('and {0} more', rest)] : [])].join('\n'),
    },
  ];
}
