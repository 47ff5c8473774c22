import type { CallRow, CallView, RowPage } from '../../../src/contract/inspector/callRows';
import { type CallUsage, modelCallKinds } from '../../../src/contract/modelCalls';

/** Rows of a view in its order, as the host has them. */
export function rowsOfView(rows: readonly CallRow[], view: CallView): CallRow[] {
  const words = (view.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const { column, isDescending } = view.sort;
  const sign = isDescending ? -1 : 1;
  return rows
    .filter(row => {
      const text = [row.kind, row.agent, row.model, row.stopReason, row.error?.type, ...row.tools]
        .join(' ')
        .toLowerCase();
      return (
        words.every(word => text.includes(word)) &&
        (view.kinds === undefined || view.kinds.includes(row.kind)) &&
        (view.model === undefined || view.model === row.model) &&
        (view.turn === undefined || view.turn === row.turn) &&
        isOnly(row, view.only)
      );
    })
    .map((row, at) => ({ row, at, value: sortedValue(row, column) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        return a.value === b.value ? a.at - b.at : a.value === undefined ? 1 : -1;
      }
      const order = a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
      return order === 0 ? a.at - b.at : order * sign;
    })
    .map(({ row }) => row);
}

export function pageOfView(
  all: readonly CallRow[],
  { view, from, count }: { view: CallView; from: number; count: number },
): RowPage {
  const rows = rowsOfView(all, view);
  return {
    ...{ total: rows.length, all: all.length, from, rows: rows.slice(from, from + count) },
    sums: {
      usage: sumOf(rows),
      usd: rows.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0),
      basis: rows.some(({ cost }) => cost?.basis === 'list') ? 'list' : 'reported',
      failed: rows.filter(({ error }) => error).length,
      retries: rows.reduce((sum, { retry }) => sum + retry, 0),
    },
    choices: {
      kinds: modelCallKinds.filter(kind => all.some(row => row.kind === kind)),
      models: [...new Set(all.flatMap(({ model }) => (model === undefined ? [] : [model])))],
    },
  };
}

export function sumOf(rows: readonly { readonly usage?: CallUsage }[]): CallUsage {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWritten5m: 0, cacheWritten1h: 0 };
  for (const { usage } of rows) {
    for (const name of Object.keys(sum) as (keyof CallUsage)[]) {
      sum[name] += usage?.[name] ?? 0;
    }
  }
  return sum;
}

function isOnly(row: CallRow, only: CallView['only']): boolean {
  switch (only) {
    case undefined:
      return true;
    case 'failed':
      return row.error !== undefined;
    case 'retried':
      return row.retry > 0;
    case 'cacheLost':
      return (row.lost ?? 0) > 0;
    case 'inFlight':
      return row.isInFlight;
  }
}

function sortedValue(
  row: CallRow,
  column: CallView['sort']['column'],
): string | number | undefined {
  switch (column) {
    case 'startedAt':
      return row.startedAt;
    case 'who':
      return `${row.kind} ${row.agent ?? ''}`;
    case 'model':
      return row.model;
    case 'input':
      return row.usage?.input;
    case 'output':
      return row.usage?.output;
    case 'cacheWritten':
      return row.usage && row.usage.cacheWritten5m + row.usage.cacheWritten1h;
    case 'cacheRead':
      return row.usage?.cacheRead;
    case 'cost':
      return row.cost?.usd;
    case 'firstToken':
      return row.firstToken;
    case 'duration':
      return row.duration;
    case 'stopReason':
      return row.stopReason;
    case 'retry':
      return row.retry;
  }
}
