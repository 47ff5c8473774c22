export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** As shells count them. */
export const exitCodes: Readonly<Record<EndSignal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

/** Calls back when this script is asked to end, or when `run.mjs`, which started it, was killed. */
export function onEndAsked(end: (signal: EndSignal) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => end(signal));
  }
  process.once('disconnect', () => end('SIGTERM'));
  // The channel alone is no reason to stay.
  process.channel?.unref();
}
