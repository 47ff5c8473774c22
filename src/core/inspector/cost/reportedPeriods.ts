import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { TurnFacts } from '../../../contract/inspector/recordedCall';
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
  const ended = turns
    .filter(({ endedAt }) => endedAt !== undefined)
    .sort((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0));
  const groups = ended.map((turn): { turn: TurnFacts; calls: InspectedCall[] } => ({
    turn,
    calls: [],
  }));
  for (const inspected of calls) {
    const { endedAt } = inspected.call;
    if (endedAt !== undefined) {
      groups[firstFrom(ended, endedAt, turn => turn.endedAt ?? 0)]?.calls.push(inspected);
    }
  }
  return groups.flatMap(({ turn, calls: own }) =>
    turn.costUsd === undefined ? [] : [{ turn: { ...turn, costUsd: turn.costUsd }, calls: own }],
  );
}
