import type { Clock } from '../../base/clock';

/** Allows `perSecond` events per second on average, and as many at once. */
export class RateLimit {
  private left: number;
  private at: number;

  constructor(
    private readonly perSecond: number,
    private readonly clock: Clock,
  ) {
    this.left = perSecond;
    this.at = clock.now();
  }

  take(): boolean {
    const now = this.clock.now();
    // A clock that is set back earns nothing.
    const earned = (Math.max(0, now - this.at) / 1000) * this.perSecond;
    this.left = Math.min(this.perSecond, this.left + earned);
    this.at = now;
    if (this.left < 1) {
      return false;
    }
    this.left -= 1;
    return true;
  }
}
