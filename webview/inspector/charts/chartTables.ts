import * as l10n from '@vscode/l10n';
import { fineCostText } from '../../../src/base/locale';
import type { Overview, TurnSum } from '../../../src/contract/inspector/overview';
import { callKindLabel } from '../../../src/contract/labels/modelCallText';
import { turnLabel } from '../../../src/contract/labels/turnLabel';
import { cacheSavings } from '../../../src/contract/modelCalls';
import { clockTime, fullCount, fullTime, percent, shortTime, tokens } from '../parts/figures';

/** Table of a picture: its first columns are drawn, the others are only listed. */
export interface FigureTable {
  readonly kind: 'columns' | 'bars';
  readonly title: string;
  /** Sentence that says what the picture shows. */
  readonly summary: string;
  /** Header of the first column. */
  readonly head: string;
  /** Columns that are drawn, stacked in this order. */
  readonly series: readonly string[];
  /** Further columns. */
  readonly others: readonly string[];
  readonly rows: readonly FigureRow[];
  /** Writes a value of a series. */
  readonly write: (value: number) => string;
}

interface FigureRow {
  readonly name: string;
  /** Label below or beside the picture, where there is less room. */
  readonly short: string;
  readonly values: readonly number[];
  readonly others: readonly string[];
}

/** Cache per turn, as far as it was read, written, and left out. */
export function cacheTable({ turns }: Overview): FigureTable {
  const rows = turns.map(turn => ({
    ...turnNames(turn),
    values: [turn.usage.cacheRead, written(turn), turn.usage.input],
    others: [fullCount(turn.calls), turn.usd === undefined ? '–' : fineCostText(turn.usd)],
  }));
  const usage = sumOf(turns);
  const { sent, saved } = cacheSavings(usage);
  return {
    ...{ kind: 'columns', title: l10n.t('Cache by turn'), head: l10n.t('Turn') },
    summary:
      sent === 0
        ? l10n.t('No tokens have been sent yet.')
        : l10n.t(
            '{0} of {1} that were sent came from the cache, which saved about {2} of the price.',
            percent(usage.cacheRead / sent),
            tokens(sent),
            percent(Math.max(0, saved) / sent),
          ),
    series: [l10n.t('Read from cache'), l10n.t('Written to cache'), l10n.t('Not cached')],
    others: [l10n.t('Calls'), l10n.t('Cost')],
    rows,
    write: fullCount,
  };
}

/** Tokens by kind of call, largest first. */
export function kindTable({ kinds }: Overview): FigureTable {
  const rows = kinds.map(({ kind, calls: count, usage, usd }) => ({
    ...{ name: callKindLabel(kind), short: callKindLabel(kind) },
    values: [
      usage.cacheRead,
      usage.cacheWritten5m + usage.cacheWritten1h,
      usage.input,
      usage.output,
    ],
    others: [fullCount(count), usd === undefined ? '–' : fineCostText(usd)],
  }));
  const all = rows.reduce((sum, row) => sum + total(row.values), 0);
  const [first] = rows;
  return {
    ...{ kind: 'bars', title: l10n.t('Tokens by kind of call'), head: l10n.t('Kind') },
    summary:
      first === undefined || all === 0
        ? l10n.t('No tokens have been counted yet.')
        : l10n.t(
            '{0}: {1}, {2} of all.',
            first.name,
            tokens(total(first.values)),
            percent(total(first.values) / all),
          ),
    series: [
      l10n.t('Read from cache'),
      l10n.t('Written to cache'),
      l10n.t('Not cached'),
      l10n.t('Output'),
    ],
    others: [l10n.t('Calls'), l10n.t('Cost')],
    rows,
    write: fullCount,
  };
}

/** Estimated composition of the requests of the conversation. */
export function contextTable({ context }: Overview): FigureTable {
  const rows = context.map(sample => ({
    ...{ name: fullTime(sample.at), short: clockTime(sample.at).slice(0, 5), others: [] },
    values: [sample.system, sample.ownTools, sample.serverTools, sample.messages, sample.media],
  }));
  const last = rows.at(-1);
  return {
    ...{ kind: 'columns', title: l10n.t('Context over time'), head: l10n.t('Time') },
    summary: last
      ? l10n.t(
          'The newest request has about {0}: {1} are messages, {2} are tools.',
          tokens(total(last.values)),
          percent(share(last.values, [3, 4])),
          percent(share(last.values, [1, 2])),
        )
      : l10n.t('No request of this conversation has been observed yet.'),
    series: [
      l10n.t('System prompt'),
      l10n.t('Tools of Claude Code'),
      l10n.t('Tools of MCP servers'),
      l10n.t('Messages'),
      l10n.t('Images and files'),
    ],
    others: [],
    rows,
    write: fullCount,
  };
}

/** Time per turn, by what it was spent on. */
export function timeTable({ turns }: Overview): FigureTable {
  const rows = turns.map(turn => ({
    ...turnNames(turn),
    values: [turn.modelMs, turn.retryMs, turn.toolMs],
    others: [],
  }));
  const sums = [0, 1, 2].map(at => rows.reduce((sum, row) => sum + (row.values[at] ?? 0), 0));
  const [model = 0, retry = 0, tool = 0] = sums;
  return {
    ...{ kind: 'columns', title: l10n.t('Time by turn'), head: l10n.t('Turn') },
    summary:
      total(sums) === 0
        ? l10n.t('The times are not known.')
        : l10n.t(
            'Model {0}, waits for retries {1}, tools {2}.',
            shortTime(model),
            shortTime(retry),
            shortTime(tool),
          ),
    series: [l10n.t('Model'), l10n.t('Waits for retries'), l10n.t('Tools')],
    others: [],
    rows,
    write: shortTime,
  };
}

function turnNames({ from, to }: TurnSum): { name: string; short: string } {
  return from === to
    ? { name: turnLabel(from), short: String(from + 1) }
    : {
        name: l10n.t('Turns {0} to {1}', from + 1, to + 1),
        short: `${from + 1}–${to + 1}`,
      };
}

function written({ usage }: TurnSum): number {
  return usage.cacheWritten5m + usage.cacheWritten1h;
}

function sumOf(turns: readonly TurnSum[]): TurnSum['usage'] {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWritten5m: 0, cacheWritten1h: 0 };
  for (const { usage } of turns) {
    sum.input += usage.input;
    sum.output += usage.output;
    sum.cacheRead += usage.cacheRead;
    sum.cacheWritten5m += usage.cacheWritten5m;
    sum.cacheWritten1h += usage.cacheWritten1h;
  }
  return sum;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function share(values: readonly number[], chosen: readonly number[]): number {
  const all = total(values);
  return all === 0 ? 0 : total(chosen.map(at => values[at] ?? 0)) / all;
}
