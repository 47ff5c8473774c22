import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { RateLimit } from './rateLimit';

/** Logs what other processes cause, rate-limited so that they cannot fill the log. */
export class QuietLog {
  private readonly limit: RateLimit;
  private suppressed = 0;

  constructor(
    private readonly log: Log,
    clock: Clock,
  ) {
    this.limit = new RateLimit(10, clock);
  }

  warn(message: string, data: Readonly<Record<string, unknown>> = {}): void {
    if (!this.limit.take()) {
      this.suppressed += 1;
      return;
    }
    const more = this.suppressed > 0 ? { unsaidBefore: this.suppressed } : {};
    this.suppressed = 0;
    this.log.warn(message, { ...data, ...more });
  }
}
