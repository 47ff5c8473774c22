import type { HeadlessResult } from '../cli/headless/headlessTypes';

/** Exit codes by cause, as `docs/headless.md` lists them. */
export const exitCodes = {
  success: 0,
  failed: 1,
  usage: 2,
  noCli: 3,
  api: 4,
  limit: 5,
  schema: 6,
  denied: 7,
  refused: 8,
  readerGone: 141,
} as const;

/** Added to a signal's number, as shells do. */
const signalBase = 128;
/** Listeners are added in this order. Node has none for SIGHUP: when it is caught, all of ours are there. */
const signalNumbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

export type EndingSignal = keyof typeof signalNumbers;
export const endingSignals = Object.keys(signalNumbers) as readonly EndingSignal[];

export function codeOfSignal(signal: EndingSignal): number {
  return signalBase + signalNumbers[signal];
}

/** @param failsOnDenied whether a denied call of a tool counts as a failure */
export function codeOf(result: HeadlessResult, failsOnDenied: boolean): number {
  switch (result.outcome) {
    case 'success':
      return failsOnDenied && result.denials.length > 0 ? exitCodes.denied : exitCodes.success;
    case 'notStarted':
      return result.error?.code === 'run.badOption' ? exitCodes.usage : exitCodes.noCli;
    case 'signIn':
    case 'apiError':
      return exitCodes.api;
    case 'turnLimit':
    case 'budgetLimit':
      return exitCodes.limit;
    case 'schemaUnmet':
      return exitCodes.schema;
    case 'refused':
      return exitCodes.refused;
    case 'stopped':
    case 'failed':
      return exitCodes.failed;
  }
}
