import type { Usage } from '../contract/usage';

/** Returns the whole per cent of the context that is used, if it is known. */
export function percentUsed({ contextTokens, contextWindow }: Usage): number | undefined {
  return contextTokens === undefined || !contextWindow
    ? undefined
    : Math.min(100, Math.round((contextTokens / contextWindow) * 100));
}
