import type { InspectedCall } from '../../../contract/inspector/callRows';
import { ratesOf, writtenRate } from '../cost/callRates';

/** The API caches no prefix below 1,024 tokens, on some models 4,096: less is not worth a sentence. */
const leastLost = 4_096;
/** A tenth of the usual context window. */
export const muchLost = 20_000;

/** Calls that had to write again what was cached, for a cause, with how much. */
export function lossesBy(
  calls: readonly InspectedCall[],
  cause: 'changed' | 'expired',
): { inspected: InspectedCall; lost: number; usd: number | undefined }[] {
  return calls.flatMap(inspected => {
    const since = inspected.call.cache?.since;
    const lost = since?.lost ?? 0;
    return since?.cause === cause && lost >= leastLost
      ? [{ inspected, lost, usd: costOf(inspected, lost) }]
      : [];
  });
}

/** Writing costs more than reading would have. */
function costOf(inspected: InspectedCall, lost: number): number | undefined {
  const rates = ratesOf(inspected);
  return rates && Math.max(0, writtenRate(inspected, rates) - rates.cacheRead) * lost;
}
