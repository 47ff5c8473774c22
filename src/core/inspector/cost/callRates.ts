import type { InspectedCall } from '../../../contract/inspector/callRows';
import { type CallUsage, inputTokens, type ModelCall } from '../../../contract/modelCalls';
import { type ListPrice, listPrice } from './listPrices';

/** US dollars of one token by where it came from. */
export type CallRates = ListPrice;

const million = 1_000_000;

/**
 * Weights of tokens of models without a list price, relative to uncached input. Source: the API's
 * documentation of prompt caching; the output of all listed models costs five times their input.
 */
const usualWeights: CallRates = {
  input: 1,
  output: 5,
  cacheRead: 0.1,
  cacheWritten5m: 1.25,
  cacheWritten1h: 2,
};

/** Adds up tokens by their weights. */
export function weighed(usage: CallUsage, weights: CallRates): number {
  return (
    usage.input * weights.input +
    usage.output * weights.output +
    usage.cacheRead * weights.cacheRead +
    usage.cacheWritten5m * weights.cacheWritten5m +
    usage.cacheWritten1h * weights.cacheWritten1h
  );
}

/** Public prices of one token of the call's model; undefined if it has none. */
export function listRates({ model, usage }: ModelCall): CallRates | undefined {
  const price = usage && listPrice(model, inputTokens(usage));
  return price && scaled(price, 1 / million);
}

export function weightsOf(call: ModelCall): CallRates {
  return listRates(call) ?? usualWeights;
}

/** Returns the cost of a token of this call, so that all of them together make its cost. */
export function ratesOf({ call, cost }: InspectedCall): CallRates | undefined {
  const weights = weightsOf(call);
  const weight = call.usage ? weighed(call.usage, weights) : 0;
  return cost && weight > 0 ? scaled(weights, cost.usd / weight) : undefined;
}

/** Mean cost of a token of the input that was not read from the cache. */
export function writtenRate({ call: { usage } }: InspectedCall, rates: CallRates): number {
  if (!usage) {
    return rates.input;
  }
  const fresh = { ...usage, output: 0, cacheRead: 0 };
  const tokens = inputTokens(fresh);
  return tokens > 0 ? weighed(fresh, rates) / tokens : rates.input;
}

/** Mean cost of a token of the whole input. */
export function inputRate({ call: { usage } }: InspectedCall, rates: CallRates): number {
  const tokens = usage ? inputTokens(usage) : 0;
  return usage && tokens > 0 ? weighed({ ...usage, output: 0 }, rates) / tokens : rates.input;
}

function scaled(rates: CallRates, factor: number): CallRates {
  return {
    input: rates.input * factor,
    output: rates.output * factor,
    cacheRead: rates.cacheRead * factor,
    cacheWritten5m: rates.cacheWritten5m * factor,
    cacheWritten1h: rates.cacheWritten1h * factor,
  };
}
