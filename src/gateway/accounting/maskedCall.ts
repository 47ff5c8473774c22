import type { ModelCall } from '../../contract/modelCalls';
import type { CallBody } from './callBodies';

const userId = /("user_id"\s{0,8}:\s{0,8})"(?:[^"\\]|\\.)*"/g;

/**
 * Returns the call as it may leave the machine: without ids of session, account and device.
 * @param maskSecrets replaces credentials in a text
 */
export function maskedCall(call: ModelCall, maskSecrets: (text: string) => string): ModelCall {
  const { sessionId: _, error, ...rest } = call;
  const message = error?.message;
  return {
    ...rest,
    ...(error ? { error } : {}),
    ...(error && message !== undefined
      ? { error: { ...error, message: maskSecrets(message) } }
      : {}),
  };
}

/** Returns bodies as they may leave the machine; see `maskedCall`. */
export function maskedBody(body: CallBody, maskSecrets: (text: string) => string): CallBody {
  const masked = (text: string) => maskSecrets(text.replace(userId, '$1"…"'));
  return { request: masked(body.request), response: masked(body.response), isCut: body.isCut };
}
