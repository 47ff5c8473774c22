import type { CallFinding } from '../../../contract/inspector/overview';
import { firstFrom } from '../turns/firstFrom';
import { type HistoryFacts, inputOf, keysOf, timeOf } from './historyFacts';

/** A summary has replaced the conversation; what it leaves out the model no longer knows. */
export function compaction({ compactions, mains }: HistoryFacts): CallFinding[] {
  return compactions.flatMap((summary): CallFinding[] => {
    const at = summary.call.startedAt;
    const before = mains[firstFrom(mains, at, timeOf) - 1];
    const after = mains[firstFrom(mains, summary.call.endedAt ?? at, timeOf)];
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
