import { groupBy } from '../../../base/groupBy';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { Overview } from '../../../contract/inspector/overview';
import { inputTokens } from '../../../contract/modelCalls';
import { sumsOf } from '../rows/callTable';

type KindSum = Overview['kinds'][number];

/** Tokens by kind of call, largest first. */
export function kindSums(calls: readonly InspectedCall[]): KindSum[] {
  return [...groupBy(calls, ({ call }) => call.kind)]
    .map(([kind, own]): KindSum => {
      const { usage, usd } = sumsOf(own);
      return { kind, calls: own.length, usage, ...(usd === undefined ? {} : { usd }) };
    })
    .sort((one, other) => tokensOf(other) - tokensOf(one) || other.calls - one.calls);
}

function tokensOf({ usage }: KindSum): number {
  return inputTokens(usage) + usage.output;
}
