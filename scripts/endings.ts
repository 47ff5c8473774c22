export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Exit codes by the shells' convention. */
export const exitCodes: Readonly<Record<EndSignal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

/** Calls back when this script gets a signal to end, or when its parent `run.mjs` is killed. */
export function onEndAsked(end: (signal: EndSignal) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => end(signal));
  }
  process.once('disconnect', () => end('SIGTERM'));
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
