import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fineCostText } from '../../../base/locale';
import { plural } from '../../../base/plural';
import {
  type Batch,
  countsOf,
  durationOf,
  type Run,
  type RunState,
  type RunTarget,
} from '../../../core/runs/run';
import { pathFrom } from '../../shortPath';
import { clockTime } from '../../tasks/tasksModel';

/** Names a state in lower case, as in a list of facts. */
export function stateText(state: RunState): string {
  switch (state) {
    case 'queued':
      return l10n.t('queued');
    case 'running':
      return l10n.t('running');
    case 'waiting':
      return l10n.t('waiting for you');
    case 'done':
      return l10n.t('done');
    case 'failed':
      return l10n.t('failed');
    case 'stopped':
      return l10n.t('stopped');
    case 'interrupted':
      return l10n.t('interrupted');
  }
}

/** Counts and cost of a batch, such as "3 of 10, 1 failed, $0.12". */
export function summaryText(batch: Pick<Batch, 'runs'>): string {
  const { all, over, failed, stopped, interrupted, waiting, costUsd } = countsOf(batch);
  const counted: readonly (readonly [number, string])[] = [
    [failed, l10n.t('{0} failed', failed)],
    [stopped, l10n.t('{0} stopped', stopped)],
    [interrupted, l10n.t('{0} interrupted', interrupted)],
    [waiting, l10n.t('{0} waiting for you', waiting)],
  ];
  return [
    l10n.t('{0} of {1}', over, all),
    ...counted.filter(([count]) => count > 0).map(([, text]) => text),
    ...(costUsd === undefined ? [] : [fineCostText(costUsd)]),
  ].join(', ');
}

/** Counts of a batch that is over; of a single run that failed, the reason. */
export function endText(batch: Pick<Batch, 'runs'>): string {
  const [only, ...others] = batch.runs;
  return only?.problem !== undefined && others.length === 0
    ? (lastLine(only) ?? summaryText(batch))
    : summaryText(batch);
}

/** Number of targets, such as "10 files". */
export function targetsText(targets: readonly RunTarget[]): string {
  const [first] = targets;
  if (targets.length === 1 && first && first.kind !== 'file') {
    return first.kind === 'folder' ? l10n.t('the folder {0}', basename(first.path)) : first.name;
  }
  return plural(targets.length, {
    one: l10n.t('1 file'),
    other: l10n.t('{0} files', targets.length),
  });
}

/** Text of the button that starts the runs. A folder stands for a prompt without a file. */
export function startAction(targets: readonly RunTarget[]): string {
  const [first] = targets;
  return targets.length === 1 && first?.kind === 'folder'
    ? l10n.t('Run once in {0}', basename(first.path))
    : l10n.t('Run on {0}', targetsText(targets));
}

/** Name of a target in a list: its path below the workspace folder, with forward slashes. */
export function targetName({ target, folder }: Pick<Run, 'target' | 'folder'>): string {
  switch (target.kind) {
    case 'file':
      return pathFrom(folder, target.path).replaceAll('\\', '/');
    case 'selection':
      return target.name;
    case 'folder':
      return basename(target.path);
  }
}

/** Denied calls, duration and cost of a run, as far as they are known. */
export function measuresOf(run: Run): readonly string[] {
  const duration = durationOf(run);
  return [
    ...(run.denied === undefined ? [] : [l10n.t('{0} denied', run.denied)]),
    ...(duration === undefined ? [] : [clockTime(duration)]),
    ...(run.costUsd === undefined ? [] : [fineCostText(run.costUsd)]),
  ];
}

/** Last line of what the agent said, or why the run did not end well. */
export function lastLine({ problem, result }: Pick<Run, 'problem' | 'result'>): string | undefined {
  return (problem ?? result)
    ?.split('\n')
    .findLast(text => text.trim() !== '')
    ?.trim();
}

/** Time of day, with the date if it was on another day. Unlike an age, it stays true. */
export function startText(at: number, now: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const date = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  const format = new Intl.DateTimeFormat(language, {
    ...date,
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  return format.format(at);
}
