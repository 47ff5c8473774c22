import type { JsonObject } from '../../../../src/base/json';

export interface Usage {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly output_tokens?: number;
}

const names = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'output_tokens',
] as const;

export function addUsage(one: Usage, other: Usage): Usage {
  return Object.fromEntries(names.map(name => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}

/** Returns US dollars at the prices of the default model. */
export function costOf(usage: Usage): number {
  const { input_tokens = 0, cache_creation_input_tokens = 0 } = usage;
  const { cache_read_input_tokens = 0, output_tokens = 0 } = usage;
  const millionth =
    input_tokens * 4 +
    cache_creation_input_tokens * 5 +
    cache_read_input_tokens * 0.2 +
    output_tokens * 20;
  return millionth / 1e6;
}

/** Returns the process's usage so far, in the form of a `result` frame. */
export function modelUsage(model: string, usage: Usage): JsonObject {
  return {
    [model]: {
      inputTokens: usage.input_tokens ?? 0,
      outputTokens: usage.output_tokens ?? 0,
      cacheReadInputTokens: usage.cache_read_input_tokens ?? 0,
      cacheCreationInputTokens: usage.cache_creation_input_tokens ?? 0,
      webSearchRequests: 0,
      costUSD: costOf(usage),
      contextWindow: 1_000_000,
      maxOutputTokens: 128_000,
    },
  };
}
