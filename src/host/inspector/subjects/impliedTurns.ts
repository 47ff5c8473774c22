import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { TurnFacts } from '../../../contract/inspector/recordedCall';

/**
 * Returns the turns that calls imply where no conversation is at hand: a turn ends with the first
 * answer of the conversation itself that calls no tool.
 * @param calls oldest first
 */
export function impliedTurns(calls: readonly InspectedCall[]): readonly TurnFacts[] {
  const turns: TurnFacts[] = [];
  let from: number | undefined;
  let to = 0;
  for (const { call } of calls.filter(one => one.call.kind === 'main')) {
    from ??= call.startedAt;
    to = Math.max(to, call.endedAt ?? call.startedAt);
    const hasAnswered = call.stopReason !== undefined && call.stopReason !== 'tool_use';
    if (hasAnswered) {
      turns.push({ turn: turns.length, startedAt: from, endedAt: to });
      from = undefined;
    }
  }
  return from === undefined
    ? turns
    : [...turns, { turn: turns.length, startedAt: from, endedAt: to }];
}
