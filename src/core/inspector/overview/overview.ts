import type { Overview } from '../../../contract/inspector/overview';
import type { CallHistory } from '../../../contract/inspector/recordedCall';
import { findingSteps } from '../findings/findings';
import { inOneGo, oneByOne, type Steps } from '../findings/steps';
import { contextSamples } from './contextSamples';
import { kindSums } from './kindSums';
import { rateLimits } from './rateLimits';
import { turnSums } from './turnSums';

const known = new WeakMap<CallHistory, Overview>();
const pending = new WeakMap<CallHistory, Promise<Overview>>();

/**
 * Pictures and findings of a subject, of bounded size.
 * @param history as `inspectedHistory` returns it; the answer is cached by its identity
 */
export function overview(history: CallHistory): Overview {
  const made = known.get(history) ?? inOneGo(overviewSteps(history));
  known.set(history, made);
  return made;
}

/**
 * Works like `overview`, but holds nobody up over many calls.
 * @param pause resolves when the next step may begin
 */
export function overviewOf(history: CallHistory, pause: () => Promise<void>): Promise<Overview> {
  const found = known.get(history);
  if (found) {
    return Promise.resolve(found);
  }
  const making =
    pending.get(history) ??
    oneByOne(overviewSteps(history), pause).then(made => {
      known.set(history, made);
      return made;
    });
  pending.set(history, making);
  return making;
}

function* overviewSteps(history: CallHistory): Steps<Overview> {
  const turns = yield* turnSums(history);
  yield;
  const kinds = kindSums(history.calls);
  yield;
  const context = contextSamples(history.calls);
  yield;
  const limits = rateLimits(history.calls);
  const findings = yield* findingSteps(history);
  return { turns, kinds, context, limits, findings };
}
