import type { CallCost, InspectedCall } from '../../../contract/inspector/callRows';
import type { CallHistory } from '../../../contract/inspector/recordedCall';
import { addUsage, type CallUsage, noUsage } from '../../../contract/modelCalls';
import { listCost, priceOf, weighed, weightsOf } from './callRates';
import { type ReportedPeriod, reportedPeriods } from './reportedPeriods';

/**
 * Costs of calls by their keys: shares of what the agent has reported, else list prices. A call
 * without tokens, or of a model without either, is not contained.
 */
export function callCosts({
  calls,
  turns,
}: Pick<CallHistory, 'calls' | 'turns'>): ReadonlyMap<string, CallCost> {
  const costs = new Map<string, CallCost>();
  for (const period of reportedPeriods(calls, turns)) {
    for (const [key, usd] of sharesOf(period)) {
      costs.set(key, { usd, basis: 'reported' });
    }
  }
  for (const { key, call, cost } of calls) {
    if (costs.has(key)) {
      continue;
    }
    const usd = call.kind === 'countTokens' ? undefined : listCost(call);
    if (cost?.basis === 'reported') {
      costs.set(key, cost);
    } else if (usd !== undefined) {
      costs.set(key, { usd, basis: 'list' });
    }
  }
  return costs;
}

/** Shares a reported cost among its calls by their weighed tokens. */
function sharesOf({ turn, calls }: ReportedPeriod): (readonly [string, number])[] {
  // Counting tokens costs nothing, and a call without usage has cost none that is known.
  const counted = calls.filter(({ call }) => call.usage && call.kind !== 'countTokens');
  const models = new Set(counted.map(({ call }) => call.model));
  const isComparable = models.size < 2 || counted.every(({ call }) => priceOf(call));
  const weights = counted.map(weightOf);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (!isComparable || sum <= 0 || turn.costUsd < 0) {
    return [];
  }
  const known = turn.costUsd * seenPart(turn, counted);
  return counted.map(({ key }, at) => [key, (known * (weights[at] ?? 0)) / sum] as const);
}

function weightOf({ call }: InspectedCall): number {
  return call.usage ? weighed(call.usage, weightsOf(call)) : 0;
}

/**
 * Part of the reported tokens that these calls have used: where some were not observed, the others
 * must not pay for them.
 */
function seenPart({ tokens }: ReportedPeriod['turn'], calls: readonly InspectedCall[]): number {
  const [first] = calls;
  if (!tokens || !first) {
    return 1;
  }
  const used = calls.reduce((sum, { call }) => addUsage(sum, call.usage ?? noUsage), noUsage);
  const written = used.cacheWritten5m + used.cacheWritten1h;
  const longPart = written > 0 ? used.cacheWritten1h / written : 0;
  const all: CallUsage = {
    input: tokens.input,
    output: tokens.output,
    cacheRead: tokens.cacheRead,
    cacheWritten5m: tokens.cacheWritten * (1 - longPart),
    cacheWritten1h: tokens.cacheWritten * longPart,
  };
  const weights = weightsOf(first.call);
  const whole = weighed(all, weights);
  return whole > 0 ? Math.min(1, weighed(used, weights) / whole) : 1;
}
