import type { CallView, InspectedCall } from '../../../contract/inspector/callRows';
import { callKindLabel } from '../../../contract/labels/modelCallText';
import { isFailed, type ModelCall } from '../../../contract/modelCalls';
import { isInFlight } from './callRow';

type Passes = (inspected: InspectedCall) => boolean;

/** Texts of calls that the search compares. A finished call stays the same over all revisions. */
const texts = new WeakMap<ModelCall, string>();

/** Returns what decides whether a view contains a call. */
export function rowFilter({ search = '', kinds, model, turn, only }: CallView): Passes {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const passesOnly = only === undefined ? undefined : onlyFilters[only];
  return inspected =>
    (kinds === undefined || kinds.includes(inspected.call.kind)) &&
    (model === undefined || inspected.call.model === model) &&
    (turn === undefined || inspected.turn === turn) &&
    (passesOnly === undefined || passesOnly(inspected)) &&
    (words.length === 0 || hasAll(textOf(inspected.call), words));
}

const onlyFilters: Record<NonNullable<CallView['only']>, Passes> = {
  failed: ({ call }) => isFailed(call),
  retried: ({ call }) => call.retry > 0,
  cacheLost: ({ call }) => (call.cache?.since?.lost ?? 0) > 0,
  inFlight: ({ call }) => isInFlight(call),
};

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every(word => text.includes(word));
}

function textOf(call: ModelCall): string {
  const known = texts.get(call);
  if (known !== undefined) {
    return known;
  }
  const { kind, agent, model, answer, stopReason, error, status, requestId, messageId } = call;
  const text = [
    ...[kind, callKindLabel(kind), agent?.name, agent?.id, model, stopReason, status],
    ...[error?.type, error?.message, requestId, messageId],
    ...Object.keys(answer?.tools ?? {}),
  ]
    .filter(part => part !== undefined)
    .join('\n')
    .toLowerCase();
  texts.set(call, text);
  return text;
}
