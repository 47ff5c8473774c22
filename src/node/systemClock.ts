import type { Clock } from '../base/clock';
import { toDisposable } from '../base/disposable';

/** Real time. Its timers do not keep Node running: what they watch over does. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(fire, delay) {
    const timer = setTimeout(fire, delay);
    timer.unref();
    return toDisposable(() => clearTimeout(timer));
  },
};
