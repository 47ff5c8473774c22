import type { CallFinding } from '../../../contract/inspector/overview';
import { inputTokens, type ModelCallKind } from '../../../contract/modelCalls';
import { sumsOf } from '../rows/callTable';
import { type HistoryFacts, keysOf } from './historyFacts';

/** Calls that nobody has asked for, made to accompany the conversation. */
const sideKinds: ReadonlySet<ModelCallKind> = new Set([
  'title',
  'topic',
  'classifier',
  'promptSuggestion',
  'hook',
  'commandCheck',
  'memory',
  'recap',
  'warmup',
  'quota',
]);

/** A seventh is more than the few percent that titles and suggestions usually take. */
const leastShare = 0.15;
/** US dollars; tokens where the cost is unknown. Less is not worth a thought. */
const [leastUsd, leastTokens] = [0.02, 20_000];

/** Titles, suggestions and the like are a large part of the cost, or of the tokens. */
export function sideCalls({ calls }: HistoryFacts): CallFinding[] {
  const counted = calls.filter(({ call }) => call.usage && call.kind !== 'countTokens');
  const side = counted.filter(({ call }) => sideKinds.has(call.kind));
  if (side.length === 0) {
    return [];
  }
  const [all, own] = [sumsOf(counted), sumsOf(side)];
  const tokens = inputTokens(own.usage) + own.usage.output;
  const isPriced = counted.every(({ cost }) => cost) && all.usd !== undefined && all.usd > 0;
  const whole = isPriced ? all.usd : inputTokens(all.usage) + all.usage.output;
  const share = whole ? ((isPriced ? own.usd : tokens) ?? 0) / whole : 0;
  const isLarge = isPriced ? (own.usd ?? 0) >= leastUsd : tokens >= leastTokens;
  if (share < leastShare || !isLarge) {
    return [];
  }
  const dearest = [...side].sort((one, other) => (other.cost?.usd ?? 0) - (one.cost?.usd ?? 0));
  return [
    {
      id: 'sideCalls',
      kind: 'sideCalls',
      weight: 'info',
      calls: keysOf(dearest),
      tokens,
      times: side.length,
      share: Math.min(1, share),
      ...(own.usd === undefined ? {} : { usd: own.usd }),
    },
  ];
}
