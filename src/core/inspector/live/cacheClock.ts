import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { LiveCalls } from '../../../contract/inspector/inspector';
import { isFailed, type ModelCall } from '../../../contract/modelCalls';
import { isInFlight } from '../rows/callRow';

const lifetimes = { '5m': 5 * 60_000, '1h': 60 * 60_000 } as const;

/**
 * Returns when the conversation's prefix goes cold. Each use begins its lifetime anew, as soon as the
 * answer begins: the accounting counts from there as well.
 * @param calls oldest first
 * @returns undefined if nothing is cached, or no longer
 */
export function cacheClock(calls: readonly InspectedCall[], now: number): LiveCalls['cache'] {
  const at = calls.findLastIndex(
    ({ call }) => isCompacted(call) || (call.kind === 'main' && cachedBy(call) > 0),
  );
  const last = calls[at]?.call;
  // A summary replaces the conversation, and the next call begins a new prefix.
  if (last?.kind !== 'main') {
    return undefined;
  }
  const running = calls
    .slice(at + 1)
    .filter(({ call }) => call.kind === 'main' && isInFlight(call) && call.firstByteAt)
    .map(({ call }) => call.firstByteAt ?? 0);
  const usedAt = Math.max(last.firstByteAt ?? last.startedAt, ...running);
  const coldAt = usedAt + lifetimes[lifetimeOf(last)];
  return coldAt > now ? { coldAt, tokens: cachedBy(last) } : undefined;
}

function isCompacted(call: ModelCall): boolean {
  return call.kind === 'compaction' && call.usage !== undefined && !isFailed(call);
}

/** Tokens that were in the cache after the call. */
function cachedBy({ usage }: ModelCall): number {
  return usage ? usage.cacheRead + usage.cacheWritten5m + usage.cacheWritten1h : 0;
}

/** The shortest one of the request counts: what follows its mark must then be written again. */
function lifetimeOf({ cache, usage }: ModelCall): keyof typeof lifetimes {
  const marks = cache?.breakpoints ?? [];
  if (marks.length > 0) {
    return marks.some(({ ttl }) => ttl === '5m') ? '5m' : '1h';
  }
  const isLong = usage && usage.cacheWritten1h > 0 && usage.cacheWritten5m === 0;
  return isLong ? '1h' : '5m';
}
