import type { CallFinding } from '../../../contract/inspector/overview';
import { type HistoryFacts, inputOf, keysOf } from './historyFacts';

/** A summary has replaced the conversation; what it leaves out the model no longer knows. */
export function compaction({ compactions, mains }: HistoryFacts): CallFinding[] {
  return compactions.flatMap((summary): CallFinding[] => {
    const at = summary.call.startedAt;
    const before = mains.findLast(({ call }) => call.startedAt < at);
    const after = mains.find(({ call }) => call.startedAt >= (summary.call.endedAt ?? at));
    if (!before || !after || inputOf(after) >= inputOf(before)) {
      return [];
    }
    const { turn, cost } = summary;
    return [
      {
        id: `compaction:${summary.key}`,
        kind: 'compaction',
        weight: 'info',
        calls: keysOf([summary, before, after]),
        tokens: inputOf(before),
        tokensAfter: inputOf(after),
        ...(turn === undefined ? {} : { turn }),
        ...(cost === undefined ? {} : { usd: cost.usd }),
      },
    ];
  });
}
