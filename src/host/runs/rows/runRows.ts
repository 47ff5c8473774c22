import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import { type Batch, isOver, type Run, type RunState } from '../../../core/runs/run';
import type { RowTexts } from '../../nativeText/rows';
import { shortPath } from '../../shortPath';
import { lastLine, measuresOf, startText, stateText, summaryText, targetName } from './batchTexts';

/** UTF-16 units of the last line in a row and in its tooltip. */
const longestLine = 120;
const longestTooltip = 1_000;

/**
 * Texts of a batch. While it goes on they stay the same: VS Code forgets the runs below a row that
 * it redraws for a moment, in which their buttons do nothing.
 * @param isShort its next runs wait for a process that conversations hold
 */
export function batchRow(batch: Batch, isShort: boolean, now: number, language: string): RowTexts {
  const { prompt, startedAt, runs } = batch;
  const waits = isShort && runs.some(({ state }) => state === 'queued');
  const facts = [
    runs.every(isOver)
      ? summaryText(batch)
      : plural(runs.length, { one: l10n.t('1 run'), other: l10n.t('{0} runs', runs.length) }),
    ...(waits ? [l10n.t('waits for a free process')] : []),
    startText(startedAt, now, language),
  ];
  return {
    label: prompt.name,
    description: facts.join(' · '),
    tooltip: [prompt.text, facts.join(' · ')].join('\n').slice(0, longestTooltip),
    accessibleLabel: `${l10n.t('Runs of {0}', prompt.name)}, ${facts.join(', ')}`,
  };
}

export function runRow(run: Run, isUnique: boolean): RowTexts {
  const name = targetName(run);
  const line = lastLine(run)?.slice(0, longestLine);
  const state = stateText(run.state);
  const measures = [...measuresOf(run), ...(run.branch ? [run.branch] : [])];
  const facts = [...measures, ...(line === undefined ? [] : [line])];
  // The icon says so already, and the row is short.
  const isPlain = run.state === 'done' || run.state === 'failed';
  return {
    label: isUnique ? basename(name) : name,
    description: (isPlain ? facts : [state, ...facts]).join(' · '),
    tooltip: tooltipOf(run, [state, ...measures]),
    accessibleLabel: [name, state, ...facts].join(', '),
  };
}

function tooltipOf(run: Run, facts: readonly string[]): string {
  const { target, cwd, problem, result } = run;
  const path = target.kind === 'selection' ? target.name : shortPath(target.path);
  const place = run.branch === undefined || cwd === undefined ? undefined : shortPath(cwd);
  const said = (problem ?? result)?.slice(0, longestTooltip);
  return [path, facts.join(' · '), place, said].filter(Boolean).join('\n');
}

/** Codicon of a state, and its color. */
export function stateIcon(state: RunState): { readonly icon: string; readonly color?: string } {
  switch (state) {
    case 'queued':
      return { icon: 'circle-large-outline' };
    case 'running':
      return { icon: 'loading~spin' };
    case 'waiting':
      return { icon: 'bell-dot', color: 'charts.yellow' };
    case 'done':
      return { icon: 'pass', color: 'charts.green' };
    case 'failed':
      return { icon: 'error', color: 'errorForeground' };
    case 'stopped':
      return { icon: 'debug-stop' };
    case 'interrupted':
      return { icon: 'debug-disconnect' };
  }
}

/** State of a batch as a whole: what goes on, else what went wrong. */
export function batchState({ runs }: Batch): RunState {
  const has = (state: RunState) => runs.some(run => run.state === state);
  const order: readonly RunState[] = ['waiting', 'running', 'queued', 'failed', 'interrupted'];
  return order.find(has) ?? (runs.every(({ state }) => state === 'done') ? 'done' : 'stopped');
}

/** Words that `when` clauses of menus look for. */
export function runContext(run: Run): string {
  return [
    'run',
    isOver(run) ? 'over' : 'active',
    ...(run.channelId === undefined ? [] : ['conversation']),
    ...(run.result === undefined && run.problem === undefined ? [] : ['result']),
    ...(run.changed === undefined ? [] : ['changes']),
  ].join(' ');
}

export function batchContext({ runs }: Batch): string {
  return runs.every(isOver) ? 'batch over' : 'batch active';
}

/** Names of targets that several runs of a batch share in their last part. */
export function repeatedNames({ runs }: Batch): ReadonlySet<string> {
  const names = new Set<string>();
  const repeated = new Set<string>();
  for (const run of runs) {
    const name = basename(targetName(run));
    (names.has(name) ? repeated : names).add(name);
  }
  return repeated;
}
