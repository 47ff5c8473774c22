import type { Clock } from './clock';
import type { Disposable } from './disposable';

/** Runs an action once for all requests within an interval, at its end. */
export class Throttled implements Disposable {
  private timer: Disposable | undefined;

  /** @param interval milliseconds */
  constructor(
    private readonly act: () => void,
    private readonly interval: number,
    private readonly clock: Clock,
  ) {}

  request(): void {
    this.timer ??= this.clock.setTimeout(() => {
      this.timer = undefined;
      this.act();
    }, this.interval);
  }

  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
  }
}
