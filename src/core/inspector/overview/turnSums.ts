import { groupBy } from '../../../base/groupBy';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { TurnSum } from '../../../contract/inspector/overview';
import type { CallHistory, ToolRun } from '../../../contract/inspector/recordedCall';
import { addUsage } from '../../../contract/modelCalls';
import type { Steps } from '../findings/steps';
import { sumsOf } from '../rows/callTable';
import { type RetryWait, retryWaits } from '../turns/retryWaits';
import { lengthOf, type Span, union, without } from '../turns/spans';

/** Bars that can still be told apart. */
const mostTurns = 100;

interface InTurn {
  readonly calls: readonly InspectedCall[];
  readonly tools: readonly ToolRun[];
  readonly waits: readonly RetryWait[];
}

/** Turns that are summed up in one step. */
const turnsAtOnce = 200;

/** Sums of the turns that have calls, oldest first; neighbours are merged where there are many. */
export function* turnSums({ calls, tools }: CallHistory): Steps<TurnSum[]> {
  const toolsOf = groupBy(tools, ({ turn }) => turn);
  const waitsOf = groupBy(retryWaits(calls), ({ next }) => next.turn);
  const groups = [...groupBy(calls, ({ turn }) => turn)]
    .flatMap(([turn, own]) => (turn === undefined ? [] : [{ turn, own }]))
    .sort((one, other) => one.turn - other.turn);
  const sums: TurnSum[] = [];
  for (const { turn, own } of groups) {
    if (sums.length % turnsAtOnce === 0) {
      yield;
    }
    const [ownTools, waits] = [toolsOf.get(turn) ?? [], waitsOf.get(turn) ?? []];
    sums.push(sumOf(turn, { calls: own, tools: ownTools, waits }));
  }
  const size = Math.ceil(sums.length / mostTurns);
  return size < 2 ? sums : chunks(sums, size).flatMap(merged);
}

function sumOf(turn: number, { calls, tools, waits }: InTurn): TurnSum {
  const { usage, usd } = sumsOf(calls);
  const model = union(calls.flatMap(({ call }) => spanOf(call.startedAt, call.endedAt)));
  const retry = without(union(waits.map(({ from, to }): Span => [from, to])), model);
  // Subagents are tools that mostly wait for the model; that time is the model's.
  const tool = without(
    union(tools.flatMap(({ startedAt, endedAt }) => spanOf(startedAt, endedAt))),
    union([...model, ...retry]),
  );
  return {
    from: turn,
    to: turn,
    calls: calls.length,
    usage,
    ...(usd === undefined ? {} : { usd }),
    modelMs: lengthOf(model),
    retryMs: lengthOf(retry),
    toolMs: lengthOf(tool),
  };
}

function spanOf(from: number, to: number | undefined): Span[] {
  return to === undefined || to <= from ? [] : [[from, to]];
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

function merged(sums: readonly TurnSum[]): TurnSum[] {
  const [first, ...rest] = sums;
  return first ? [rest.reduce(added, first)] : [];
}

function added(one: TurnSum, other: TurnSum): TurnSum {
  const usd =
    one.usd === undefined && other.usd === undefined
      ? undefined
      : (one.usd ?? 0) + (other.usd ?? 0);
  return {
    from: one.from,
    to: other.to,
    calls: one.calls + other.calls,
    usage: addUsage(one.usage, other.usage),
    ...(usd === undefined ? {} : { usd }),
    modelMs: one.modelMs + other.modelMs,
    retryMs: one.retryMs + other.retryMs,
    toolMs: one.toolMs + other.toolMs,
  };
}
