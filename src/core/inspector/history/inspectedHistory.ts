import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallHistory } from '../../../contract/inspector/recordedCall';
import { callCosts } from '../cost/callCosts';
import { CallTurns } from '../turns/callTurns';

/**
 * Returns the history with the turn and the cost of each call, oldest first. Its identity stands for
 * its revision: rows and pictures are cached by it. Without turns, calls keep those they came with.
 */
export function inspectedHistory(history: CallHistory): CallHistory {
  const calls = [...history.calls].sort((one, other) => one.call.startedAt - other.call.startedAt);
  const { turns } = history;
  const places = turns.length > 0 ? new CallTurns(turns) : undefined;
  const costs = callCosts({ calls, turns });
  return {
    ...history,
    calls: calls.map(inspected => {
      const { turn: given, cost: _, ...rest } = inspected;
      const turn = places ? places.turnOf(inspected) : given;
      const cost = costs.get(inspected.key) ?? inspected.cost;
      return {
        ...rest,
        ...(turn === undefined ? {} : { turn }),
        ...(cost === undefined ? {} : { cost }),
      } satisfies InspectedCall;
    }),
  };
}
