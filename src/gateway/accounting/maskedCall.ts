import { maskedTexts } from '../../base/maskedTexts';
import type { ModelCall } from '../../contract/modelCalls';

/**
 * Returns the call as it may leave the machine: without ids of session, account and device. Names and
 * ids come from outside, so that any of them may hold a credential.
 * @param maskSecrets replaces credentials in a text
 */
export function maskedCall(call: ModelCall, maskSecrets: (text: string) => string): ModelCall {
  const { sessionId: _, ...rest } = call;
  return maskedTexts(rest, maskSecrets);
}
