import type { Clock } from '../../base/clock';

/** Milliseconds. A key pressed sooner was meant for what was there before; cards wait as long. */
export const readingTime = 400;

/** Knows whether a value has stayed the same for long enough to be what the user looks at. */
export class Steady<T> {
  private value: T | undefined;
  private since = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Records the current value; call it whenever the value may have changed. */
  note(value: T | undefined): void {
    if (value !== this.value) {
      this.value = value;
      this.since = this.clock.now();
    }
  }

  /** Returns false just after the value has become the current one. */
  has(value: T | undefined): boolean {
    this.note(value);
    // The clock may be set back, which must not block answers for hours.
    return Math.abs(this.clock.now() - this.since) >= readingTime;
  }
}
