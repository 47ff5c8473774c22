import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../base/clock';

/** Milliseconds of work after which others have their turn: half a frame, since steps differ. */
const longest = 8;

/** Divides long work on the only thread, so that input and output of others are not held up. */
export class TimeSlices {
  private until: number;
  private pausing: Promise<void> | undefined;

  constructor(private readonly clock: Clock) {
    this.until = clock.now() + longest;
  }

  /** Lets others have their turn if the present slice is over. Call between two steps. */
  pause(): Promise<void> {
    if (!this.pausing && this.clock.now() < this.until) {
      return Promise.resolve();
    }
    // Shared by steps that run side by side.
    this.pausing ??= setImmediate().then(() => {
      this.pausing = undefined;
      this.until = this.clock.now() + longest;
    });
    return this.pausing;
  }
}
