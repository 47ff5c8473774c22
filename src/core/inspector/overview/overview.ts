import type { Overview } from '../../../contract/inspector/overview';
import type { CallHistory } from '../../../contract/inspector/recordedCall';
import { findings } from '../findings/findings';
import { contextSamples } from './contextSamples';
import { kindSums } from './kindSums';
import { rateLimits } from './rateLimits';
import { turnSums } from './turnSums';

const known = new WeakMap<CallHistory, Overview>();

/**
 * Pictures and findings of a subject, of bounded size.
 * @param history as `inspectedHistory` returns it; the answer is cached by its identity
 */
export function overview(history: CallHistory): Overview {
  const made = known.get(history) ?? {
    turns: turnSums(history),
    kinds: kindSums(history.calls),
    context: contextSamples(history.calls),
    limits: rateLimits(history.calls),
    findings: findings(history),
  };
  known.set(history, made);
  return made;
}
