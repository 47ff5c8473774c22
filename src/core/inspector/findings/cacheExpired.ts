import type { CallFinding } from '../../../contract/inspector/overview';
import { type HistoryFacts, keysOf, sumOfKnown } from './historyFacts';
import { lossesBy, muchLost } from './lostCache';

/** The next call came after the lifetime of the cache. */
export function cacheExpired(facts: HistoryFacts): CallFinding[] {
  const losses = lossesBy(facts.calls, 'expired').sort((one, other) => other.lost - one.lost);
  const [worst] = losses;
  if (!worst) {
    return [];
  }
  const tokens = losses.reduce((sum, { lost }) => sum + lost, 0);
  const usd = sumOfKnown(losses.map(loss => loss.usd));
  const { turn } = worst.inspected;
  return [
    {
      id: 'cacheExpired',
      kind: 'cacheExpired',
      weight: tokens >= muchLost ? 'warning' : 'info',
      calls: keysOf(losses.map(({ inspected }) => inspected)),
      tokens,
      times: losses.length,
      ms: Math.max(...losses.map(({ inspected }) => inspected.call.cache?.since?.elapsed ?? 0)),
      ...(turn === undefined || losses.length > 1 ? {} : { turn }),
      ...(usd === undefined ? {} : { usd }),
    },
  ];
}
