import type { CallColumn, CallView, InspectedCall } from '../../../contract/inspector/callRows';
import { callKindLabel } from '../../../contract/labels/modelCallText';
import { agentName, timesOf } from './callRow';

type ValueOf = (inspected: InspectedCall) => number | string | undefined;

const values: Record<CallColumn, ValueOf> = {
  startedAt: ({ call }) => call.startedAt,
  who: ({ call: { kind, agent } }) =>
    `${callKindLabel(kind)}\n${(agent && agentName(agent)) ?? ''}`,
  model: ({ call }) => call.model,
  input: ({ call }) => call.usage?.input,
  output: ({ call }) => call.usage?.output,
  cacheWritten: ({ call: { usage } }) => usage && usage.cacheWritten5m + usage.cacheWritten1h,
  cacheRead: ({ call }) => call.usage?.cacheRead,
  cost: ({ cost }) => cost?.usd,
  firstToken: timed(({ call }) => timesOf(call).firstToken),
  duration: timed(({ call }) => timesOf(call).duration),
  stopReason: ({ call }) => call.stopReason,
  retry: ({ call, unknown }) => (unknown.includes('retries') ? undefined : call.retry),
};

/** Sorts calls by a column. Equal ones stay oldest first, and unknown values come last. */
export function inOrder(
  calls: readonly InspectedCall[],
  { column, isDescending }: CallView['sort'],
): InspectedCall[] {
  const sign = isDescending ? -1 : 1;
  const found = calls.map(values[column]);
  const places = textPlaces(found);
  const ranks = found.map(value => (typeof value === 'string' ? places.get(value) : value));
  return calls
    .map((inspected, at) => ({ inspected, rank: ranks[at] }))
    .sort(({ rank: one }, { rank: other }) =>
      one === undefined || other === undefined
        ? Number(one === undefined) - Number(other === undefined)
        : sign * (one - other),
    )
    .map(({ inspected }) => inspected);
}

/** Few texts are different: comparing places is far cheaper than comparing texts. */
function textPlaces(all: readonly (number | string | undefined)[]): ReadonlyMap<string, number> {
  const different = new Set(all.filter(value => typeof value === 'string'));
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return new Map([...different].sort(compare).map((text, rank) => [text, rank]));
}

function timed(value: ValueOf): ValueOf {
  return inspected => (inspected.unknown.includes('timing') ? undefined : value(inspected));
}
