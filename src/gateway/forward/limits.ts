import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';

/** Milliseconds. */
export interface ForwardLimits {
  /** From the end of a request to the head of its answer. */
  readonly head: number;
  /** Without a byte in either direction. */
  readonly idle: number;
}

/** The CLI itself gives up after 600 s. The API pings every few seconds while it streams. */
export const usualLimits: ForwardLimits = { head: 600_000, idle: 300_000 };

/** Longest time of a timer, in milliseconds. Node fires at once for a longer one. */
const longestTimer = 2_000_000_000;

/** Fires once when nothing has happened for a time. Noting something sets no timer. */
export class IdleLimit implements Disposable {
  private last: number;
  private timer: Disposable | undefined;

  constructor(
    private limit: number,
    private readonly clock: Clock,
    private readonly onExpired: () => void,
  ) {
    this.last = clock.now();
    this.wait(limit);
  }

  /** Notes that something has happened, and from now on waits for another time if one is given. */
  touch(limit = this.limit): void {
    this.last = this.clock.now();
    if (limit !== this.limit) {
      this.limit = limit;
      this.timer?.dispose();
      this.wait(limit);
    }
  }

  dispose(): void {
    this.timer?.dispose();
  }

  private wait(delay: number): void {
    this.timer = this.clock.setTimeout(
      () => {
        const left = this.last + this.limit - this.clock.now();
        if (left <= 0) {
          this.onExpired();
        } else {
          this.wait(left);
        }
      },
      Math.min(delay, longestTimer),
    );
  }
}
