import type { Clock } from '../../base/clock';
import { type Disposable, toDisposable } from '../../base/disposable';
import { systemClock } from '../../node/systemClock';
import type { CodeCache } from './codeCache';

/** Milliseconds between two looks at whether the host's thread is idle, and their largest number. */
const between = 3_000;
const mostLooks = 20;
/** Part of the time in which an idle thread is busy. */
const idle = 0.1;

/**
 * Loads code in idle time after startup, so that the first use need not. Only where an earlier
 * window has needed it: then its compiled form has been kept.
 *
 * @param load never shown when it fails: it fails again when the code is needed
 * @param watch returns a function that tells which part of the time the thread was busy since its
 *   last call
 */
export function warmUp(
  cache: Pick<CodeCache, 'isOwn'>,
  load: () => Promise<unknown>,
  clock: Clock = systemClock,
  watch: () => () => number = watchThread,
): Disposable {
  let looks = 0;
  let timer: Disposable;
  const look = (busy: () => number) => {
    looks += 1;
    if (busy() < idle) {
      void load().catch(() => undefined);
    } else if (looks < mostLooks) {
      timer = clock.setTimeout(() => look(busy), between);
    }
  };
  timer = clock.setTimeout(() => {
    if (wasUsed(cache)) {
      const busy = watch();
      timer = clock.setTimeout(() => look(busy), between);
    }
  }, between);
  return toDisposable(() => timer.dispose());
}

function watchThread(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

function wasUsed(cache: Pick<CodeCache, 'isOwn'>): boolean {
  try {
    return cache.isOwn();
  } catch {
    // No window has kept anything yet.
    return false;
  }
}
