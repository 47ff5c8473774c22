import type { RowChoices } from '../../../contract/inspector/callRows';
import type { CallHistory } from '../../../contract/inspector/recordedCall';
import type { ModelCallKind } from '../../../contract/modelCalls';

const mostModels = 50;

const known = new WeakMap<CallHistory, RowChoices>();

/** Returns what filters can offer, in the order of the first call; cached by the history's identity. */
export function rowChoices(history: CallHistory): RowChoices {
  const cached = known.get(history);
  if (cached) {
    return cached;
  }
  const kinds = new Set<ModelCallKind>();
  const models = new Set<string>();
  for (const { call } of history.calls) {
    kinds.add(call.kind);
    if (call.model !== undefined && models.size < mostModels) {
      models.add(call.model);
    }
  }
  const choices = { kinds: [...kinds], models: [...models] };
  known.set(history, choices);
  return choices;
}
