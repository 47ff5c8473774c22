import type { Clock } from '../../../src/base/clock';
import { toDisposable } from '../../../src/base/disposable';

/** A clock that moves only when a test advances it. */
export class FakeClock implements Clock {
  private time = 0;
  private timers = new Set<{ at: number; fire: () => void }>();

  now(): number {
    return this.time;
  }

  setTimeout(fire: () => void, delay: number) {
    const timer = { at: this.time + delay, fire };
    this.timers.add(timer);
    return toDisposable(() => this.timers.delete(timer));
  }

  /** Delays of pending timers, in the order in which they were set. */
  get waiting(): number[] {
    return [...this.timers].map(({ at }) => at - this.time);
  }

  advance(by: number): void {
    this.time += by;
    for (const timer of [...this.timers]) {
      if (timer.at <= this.time) {
        this.timers.delete(timer);
        timer.fire();
      }
    }
  }
}
