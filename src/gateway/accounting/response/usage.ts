import { isObject, type JsonObject } from '../../../base/json';
import type { CallUsage } from '../../../contract/modelCalls';

/**
 * Returns the tokens of a `usage` object; undefined if it counts none at all. Writes that are not
 * split by lifetime count as those that the request asked for.
 */
export function readUsage(usage: JsonObject, unsplit: '5m' | '1h'): CallUsage | undefined {
  const names = ['input_tokens', 'output_tokens', 'cache_read_input_tokens'] as const;
  const written = count(usage.cache_creation_input_tokens);
  const split = isObject(usage.cache_creation) ? usage.cache_creation : {};
  const short = count(split.ephemeral_5m_input_tokens);
  const long = count(split.ephemeral_1h_input_tokens);
  if (![...names, 'cache_creation_input_tokens'].some(name => isCount(usage[name]))) {
    return undefined;
  }
  // The total wins: it is updated at the end of an answer, and the parts are not.
  const rest = Math.max(0, written - short - long);
  const [input, output, cacheRead] = names.map(name => count(usage[name]));
  return {
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: cacheRead ?? 0,
    cacheWritten5m: short + (unsplit === '5m' ? rest : 0),
    cacheWritten1h: long + (unsplit === '1h' ? rest : 0),
  };
}

/** Adds the numbers of a later `usage` to those of an earlier one; absent and null keep theirs. */
export function mergeUsage(before: JsonObject, later: unknown): JsonObject {
  if (!isObject(later)) {
    return before;
  }
  const given = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function count(value: unknown): number {
  return isCount(value) ? value : 0;
}
