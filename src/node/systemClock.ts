import type { Clock } from '../base/clock';
import { toDisposable } from '../base/disposable';

/** Real time. The timers do not keep Node running; the operations that they limit do. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(fire, delay) {
    const timer = setTimeout(fire, delay);
    timer.unref();
    return toDisposable(() => clearTimeout(timer));
  },
};
