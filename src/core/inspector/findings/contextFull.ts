import type { CallFinding } from '../../../contract/inspector/overview';
import { type HistoryFacts, inputOf, keysOf } from './historyFacts';

/** Claude Code compacts by itself a little above this. */
const leastShare = 0.8;

/** The next turns will be compacted, or refused. */
export function contextFull({ mains, compactions, history }: HistoryFacts): CallFinding[] {
  const last = mains.at(-1);
  const { contextWindow } = history;
  const isCompacted = compactions.some(({ call }) => call.startedAt >= (last?.call.startedAt ?? 0));
  if (!last || !contextWindow || isCompacted || inputOf(last) < contextWindow * leastShare) {
    return [];
  }
  const { turn } = last;
  return [
    {
      id: 'contextFull',
      kind: 'contextFull',
      weight: 'warning',
      calls: keysOf([last]),
      tokens: inputOf(last),
      share: Math.min(1, inputOf(last) / contextWindow),
      ...(turn === undefined ? {} : { turn }),
    },
  ];
}
