import type { IncomingHttpHeaders } from 'node:http';

const prefix = 'anthropic-ratelimit-';
const mostLimits = 60;

/** Returns the limits that an answer reports; undefined if there are none. */
export function rateLimitsIn(headers: IncomingHttpHeaders): Record<string, string> | undefined {
  const found = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const isLimit = name.startsWith(prefix) || name === 'retry-after';
    return isLimit && typeof value === 'string'
      ? [[name.startsWith(prefix) ? name.slice(prefix.length) : name, value.slice(0, 200)]]
      : [];
  });
  return found.length > 0 ? Object.fromEntries(found.slice(0, mostLimits)) : undefined;
}

export function requestIdIn(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['request-id'] ?? headers['x-request-id'];
  return typeof id === 'string' ? id.slice(0, 200) : undefined;
}

/** Returns how often the client has repeated the call before. */
export function retryOf(headers: IncomingHttpHeaders): number {
  const count = Number(headers['x-stainless-retry-count'] ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
