import type {
  CallCost,
  CallView,
  InspectedCall,
  RowPage,
  RowSums,
} from '../../../contract/inspector/callRows';
import type { CallHistory } from '../../../contract/inspector/recordedCall';
import { isFailed, noUsage } from '../../../contract/modelCalls';
import { rowOf } from './callRow';
import { rowFilter } from './rowFilter';
import { inOrder } from './rowOrder';

/** Rows of one answer; pages ask for what fits on a screen. */
const mostRows = 500;
/** Views of a history that are kept: pages of one view, and a filter that comes and goes. */
const mostViews = 6;

interface SortedView {
  readonly calls: readonly InspectedCall[];
  readonly sums: RowSums;
  /** Places by keys, once a row was looked for. */
  places?: ReadonlyMap<string, number>;
}

const views = new WeakMap<CallHistory, Map<string, SortedView>>();

/**
 * Returns a part of the rows of a view.
 * @param history as `inspectedHistory` returns it; answers are cached by its identity
 */
export function rowPage(
  history: CallHistory,
  view: CallView,
  from: number,
  count: number,
): RowPage {
  const { calls, sums } = sortedView(history, view);
  const start = Math.max(0, Math.min(Math.trunc(from) || 0, calls.length));
  const length = Math.max(0, Math.min(Math.trunc(count) || 0, mostRows));
  return {
    total: calls.length,
    all: history.calls.length,
    from: start,
    rows: calls.slice(start, start + length).map(rowOf),
    sums,
  };
}

/** Returns the place of a row; undefined if the view does not contain it. */
export function findRow(history: CallHistory, view: CallView, key: string): number | undefined {
  const sorted = sortedView(history, view);
  sorted.places ??= new Map(sorted.calls.map((inspected, at) => [inspected.key, at]));
  return sorted.places.get(key);
}

function sortedView(history: CallHistory, view: CallView): SortedView {
  const kept = views.get(history) ?? new Map<string, SortedView>();
  views.set(history, kept);
  const { search, kinds, model, turn, only, sort } = view;
  const id = JSON.stringify([search, kinds, model, turn, only, sort.column, sort.isDescending]);
  const known = kept.get(id) ?? made(history, view);
  kept.delete(id);
  kept.set(id, known);
  const [oldest] = kept.keys();
  if (kept.size > mostViews && oldest !== undefined) {
    kept.delete(oldest);
  }
  return known;
}

function made({ calls }: CallHistory, view: CallView): SortedView {
  const passing = calls.filter(rowFilter(view));
  // The agent has not made the calls that Tandem sent again.
  const own = passing.filter(({ source }) => source !== 'replay');
  return { calls: inOrder(passing, view.sort), sums: sumsOf(own) };
}

/** The cost is the sum of what is known; absent if nothing is. */
export function sumsOf(calls: readonly InspectedCall[]): RowSums {
  const usage = { ...noUsage };
  let sum: CallCost | undefined;
  let [failed, retries] = [0, 0];
  for (const { call, cost } of calls) {
    if (call.usage) {
      usage.input += call.usage.input;
      usage.output += call.usage.output;
      usage.cacheRead += call.usage.cacheRead;
      usage.cacheWritten5m += call.usage.cacheWritten5m;
      usage.cacheWritten1h += call.usage.cacheWritten1h;
    }
    sum = cost ? added(sum, cost) : sum;
    failed += isFailed(call) ? 1 : 0;
    retries += call.retry > 0 ? 1 : 0;
  }
  return { usage, failed, retries, ...sum };
}

/** A sum is only as exact as its least exact part. */
function added(sum: CallCost | undefined, { usd, basis }: CallCost): CallCost {
  return { usd: (sum?.usd ?? 0) + usd, basis: sum?.basis === 'list' ? 'list' : basis };
}
