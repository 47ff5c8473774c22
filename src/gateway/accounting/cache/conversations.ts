import type { CacheComparison, CallUsage, ModelCall } from '../../../contract/modelCalls';
import type { CallRequest } from '../request/callRequest';
import type { PartStore } from '../request/partStore';
import { breakpointsIn, type CachedParts, cachedParts, firstChange } from './blockChange';

/** Last call of a conversation that the API has answered. */
interface Remembered {
  readonly id: number;
  /** When it used the cache, which begins the lifetimes anew. */
  readonly at: number;
  readonly parts: CachedParts;
  readonly options: ReadonlyMap<string, string>;
  readonly ttls: ReadonlySet<'5m' | '1h'>;
  /** Tokens that were in the cache afterwards. */
  readonly cached: number;
}

const mostConversations = 64;
const lifetimes = { '5m': 5 * 60_000, '1h': 60 * 60_000 } as const;

/** Members without influence on what the model reads. */
const harmless = new Set([
  ...['metadata', 'stream', 'max_tokens', 'temperature', 'top_p', 'top_k', 'stop_sequences'],
  ...['service_tier', 'diagnostics', 'inference_geo'],
]);

/** Last calls by conversation, kind and agent, to find what cost the cache. */
export class Conversations {
  private readonly last = new Map<string, Remembered>();

  constructor(private readonly store: PartStore) {}

  /** @returns undefined for the first call of a conversation */
  compare(key: string, request: CallRequest, at: number): CacheComparison | undefined {
    const previous = this.last.get(key);
    if (!previous) {
      return undefined;
    }
    const elapsed = Math.max(0, at - previous.at);
    const change = firstChange(previous.parts, cachedParts(request), this.store);
    return {
      previous: previous.id,
      elapsed,
      expected: previous.cached,
      options: differing(previous.options, request.options),
      ...(change ? { change } : {}),
      expired: [...previous.ttls].filter(ttl => elapsed > lifetimes[ttl]),
    };
  }

  remember(
    key: string,
    request: CallRequest,
    call: Pick<ModelCall, 'id' | 'startedAt' | 'firstByteAt'>,
    usage: CallUsage,
  ): void {
    const at = call.firstByteAt ?? call.startedAt;
    const parts = cachedParts(request);
    const cached = usage.cacheRead + usage.cacheWritten5m + usage.cacheWritten1h;
    const ttls = new Set(breakpointsIn(parts).map(({ ttl }) => ttl));
    this.last.delete(key);
    this.last.set(key, { id: call.id, at, parts, options: request.options, ttls, cached });
    for (const oldest of this.last.keys()) {
      if (this.last.size <= mostConversations) {
        return;
      }
      this.last.delete(oldest);
    }
  }

  clear(): void {
    this.last.clear();
  }
}

/** Adds what the usage says: how many tokens were lost, and why. */
export function withLoss(comparison: CacheComparison, usage: CallUsage): CacheComparison {
  const lost = Math.max(0, comparison.expected - usage.cacheRead);
  return { ...comparison, lost, ...(lost > 0 ? { cause: causeOf(comparison, lost) } : {}) };
}

function causeOf(
  { expected, expired, change, options }: CacheComparison,
  lost: number,
): NonNullable<CacheComparison['cause']> {
  // Whatever has changed: it would have been lost anyway.
  if (expired.length > 0 && lost === expected) {
    return 'expired';
  }
  if (change?.wasCached || options.length > 0) {
    return 'changed';
  }
  return expired.length > 0 ? 'expired' : 'unknown';
}

function differing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    name => !harmless.has(name) && before.get(name) !== after.get(name),
  );
}
