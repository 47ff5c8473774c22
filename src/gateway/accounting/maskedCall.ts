import type { ModelCall } from '../../contract/modelCalls';

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
