import { groupBy } from '../../../base/groupBy';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { TurnFacts } from '../../../contract/inspector/recordedCall';
import { CallTurns } from '../turns/callTurns';
import { firstFrom } from '../turns/firstFrom';

/** Time over which the agent has reported one cost, and the calls that ended in it. */
export interface ReportedPeriod {
  readonly turn: TurnFacts & { readonly costUsd: number };
  readonly calls: readonly InspectedCall[];
}

/**
 * Groups calls by the report that contains their cost. The agent counts on between turns: calls
 * after the end of one, such as suggestions, are in the report of the next.
 * @param calls oldest first
 */
export function reportedPeriods(
  calls: readonly InspectedCall[],
  turns: readonly TurnFacts[],
): ReportedPeriod[] {
  const places = new CallTurns(turns);
  const ended = turns
    .filter(({ endedAt }) => endedAt !== undefined)
    .sort((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0));
  const own = groupBy(
    calls.filter(({ call }) => call.endedAt !== undefined),
    inspected => {
      const { kind, endedAt = 0 } = inspected.call;
      // The agent may report a turn a moment before the gateway has seen the end of its last answer.
      const turn = kind === 'main' ? places.turnOf(inspected) : undefined;
      return turn ?? ended[firstFrom(ended, endedAt, facts => facts.endedAt ?? 0)]?.turn;
    },
  );
  return ended.flatMap(facts => {
    const { turn, costUsd } = facts;
    return costUsd === undefined
      ? []
      : [{ turn: { ...facts, costUsd }, calls: own.get(turn) ?? [] }];
  });
}
