import { maskSecrets } from '../../../base/secrets';
import type { ModelCall } from '../../../contract/modelCalls';

const masked = new WeakMap<ModelCall, ModelCall>();

/**
 * Returns a call whose error may be shown: APIs and proxies repeat the key that they refuse. Always
 * the same object for the same call, by which figures are cached.
 */
export function maskedError(call: ModelCall): ModelCall {
  const { error } = call;
  if (error?.message === undefined) {
    return call;
  }
  const known = masked.get(call) ?? {
    ...call,
    error: { ...error, message: maskSecrets(error.message) },
  };
  masked.set(call, known);
  return known;
}
