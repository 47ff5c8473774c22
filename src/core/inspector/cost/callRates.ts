import type { InspectedCall } from '../../../contract/inspector/callRows';
import {
  type CallUsage,
  cacheWeights,
  inputTokens,
  type ModelCall,
  noUsage,
} from '../../../contract/modelCalls';
import { type ListPrice, listPrice } from './listPrices';

/** US dollars of one token by where it came from. */
export type CallRates = ListPrice;

const million = 1_000_000;

/**
 * Weights of tokens of models without a list price, relative to uncached input. The output of all
 * listed models costs five times their input.
 */
const usualWeights: ListPrice = {
  input: 1,
  output: 5,
  cacheRead: cacheWeights.read,
  cacheWritten5m: cacheWeights.written5m,
  cacheWritten1h: cacheWeights.written1h,
};

/** Adds up tokens by their weights. */
export function weighed(usage: CallUsage, weights: ListPrice): number {
  return (
    usage.input * weights.input +
    usage.output * weights.output +
    usage.cacheRead * weights.cacheRead +
    usage.cacheWritten5m * weights.cacheWritten5m +
    usage.cacheWritten1h * weights.cacheWritten1h
  );
}

/** Public prices of the call's model for a million tokens; undefined if it has none. */
export function priceOf({ model, usage }: ModelCall): ListPrice | undefined {
  return usage && listPrice(model, inputTokens(usage));
}

const listCosts = new WeakMap<ModelCall, number | undefined>();

/** Public price of the whole call in US dollars. */
export function listCost(call: ModelCall): number | undefined {
  if (!listCosts.has(call)) {
    const price = priceOf(call);
    listCosts.set(call, price && call.usage && weighed(call.usage, price) / million);
  }
  return listCosts.get(call);
}

/** Weights of the call's tokens, which can be compared with those of others that have a price. */
export function weightsOf(call: ModelCall): ListPrice {
  return priceOf(call) ?? usualWeights;
}

const rates = new WeakMap<InspectedCall, CallRates | undefined>();

/** Returns the cost of a token of this call, so that all of them together make its cost. */
export function ratesOf(inspected: InspectedCall): CallRates | undefined {
  if (!rates.has(inspected)) {
    const { call, cost } = inspected;
    const weights = weightsOf(call);
    const weight = call.usage ? weighed(call.usage, weights) : 0;
    rates.set(inspected, cost && weight > 0 ? scaled(weights, cost.usd / weight) : undefined);
  }
  return rates.get(inspected);
}

/** Mean cost of a token of the input that was not read from the cache. */
export function writtenRate({ call: { usage } }: InspectedCall, own: CallRates): number {
  const { input, cacheWritten5m: short, cacheWritten1h: long } = usage ?? noUsage;
  const tokens = input + short + long;
  const sum = input * own.input + short * own.cacheWritten5m + long * own.cacheWritten1h;
  return tokens > 0 ? sum / tokens : own.input;
}

/** Mean cost of a token of the whole input. */
export function inputRate({ call: { usage } }: InspectedCall, own: CallRates): number {
  const tokens = usage ? inputTokens(usage) : 0;
  return usage && tokens > 0
    ? (weighed(usage, own) - usage.output * own.output) / tokens
    : own.input;
}

function scaled(weights: ListPrice, factor: number): CallRates {
  return {
    input: weights.input * factor,
    output: weights.output * factor,
    cacheRead: weights.cacheRead * factor,
    cacheWritten5m: weights.cacheWritten5m * factor,
    cacheWritten1h: weights.cacheWritten1h * factor,
  };
}
