import type { CallCost, CallFact, InspectedCall } from '../../../contract/inspector/callRows';
import type { CallHistory } from '../../../contract/inspector/recordedCall';
import type { ModelCall } from '../../../contract/modelCalls';
import { callCosts } from '../cost/callCosts';
import { CallTurns } from '../turns/callTurns';

/** Last results: most calls have the same turn and cost in the next revision, and stay the same. */
const lastOf = new WeakMap<ModelCall, InspectedCall>();

/**
 * Returns the history with the turn and the cost of each call, oldest first. Its identity stands for
 * its revision: rows and pictures are cached by it. Without turns, calls keep those they came with.
 */
export function inspectedHistory(history: CallHistory): CallHistory {
  const calls = inOrder(history.calls);
  const { turns } = history;
  const places = turns.length > 0 ? new CallTurns(turns) : undefined;
  const costs = callCosts({ calls, turns });
  return {
    ...history,
    calls: calls.map(inspected => {
      const turn = places ? places.turnOf(inspected) : inspected.turn;
      return completed(inspected, turn, costs.get(inspected.key) ?? inspected.cost);
    }),
  };
}

function completed(
  { key, source, call, unknown, hasBodies }: InspectedCall,
  turn: number | undefined,
  cost: CallCost | undefined,
): InspectedCall {
  const last = lastOf.get(call);
  if (
    last?.key === key &&
    last.source === source &&
    isSame(last.unknown, unknown) &&
    last.hasBodies === hasBodies &&
    last.turn === turn &&
    last.cost?.usd === cost?.usd &&
    last.cost?.basis === cost?.basis
  ) {
    return last;
  }
  const made = {
    ...{ key, source, call, unknown, hasBodies },
    ...(turn === undefined ? {} : { turn }),
    ...(cost === undefined ? {} : { cost }),
  };
  lastOf.set(call, made);
  return made;
}

/** Most histories are in order already, and sorting them costs more than looking. */
function inOrder(calls: readonly InspectedCall[]): readonly InspectedCall[] {
  const isSorted = calls.every(
    ({ call }, at) => at === 0 || (calls[at - 1]?.call.startedAt ?? 0) <= call.startedAt,
  );
  return isSorted
    ? calls
    : [...calls].sort((one, other) => one.call.startedAt - other.call.startedAt);
}

function isSame(one: readonly CallFact[], other: readonly CallFact[]): boolean {
  return (
    one === other || (one.length === other.length && one.every((fact, at) => fact === other[at]))
  );
}
