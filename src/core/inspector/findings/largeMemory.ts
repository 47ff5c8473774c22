import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallFinding } from '../../../contract/inspector/overview';
import { estimatedTokens } from '../../../contract/modelCalls';
import { inputRate, ratesOf } from '../cost/callRates';
import { type HistoryFacts, inputOf, keysOf, sumOfKnown } from './historyFacts';

/** Claude Code itself warns of memory files above 40,000 characters. */
const leastTokens = 10_000;

/** Memory files and reminders, which the CLI adds, are a large part of each call. */
export function largeMemory({ mains }: HistoryFacts): CallFinding[] {
  const carriers = mains.filter(inspected => tokensOf(inspected) > 0);
  const last = mains.at(-1);
  const tokens = last ? tokensOf(last) : 0;
  if (!last || tokens < leastTokens) {
    return [];
  }
  const usd = sumOfKnown(
    carriers.map(carrier => {
      const rates = ratesOf(carrier);
      return rates && inputRate(carrier, rates) * tokensOf(carrier);
    }),
  );
  return [
    {
      id: 'largeMemory',
      kind: 'largeMemory',
      weight: 'warning',
      calls: keysOf([last]),
      tokens,
      times: carriers.length,
      share: Math.min(1, tokens / Math.max(1, inputOf(last))),
      ...(usd === undefined ? {} : { usd }),
    },
  ];
}

function tokensOf({ call: { sizes } }: InspectedCall): number {
  return sizes?.reminders === undefined ? 0 : estimatedTokens(sizes.reminders, sizes);
}
