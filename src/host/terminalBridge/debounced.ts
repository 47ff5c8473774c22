import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';

/** Runs an action once, some time after the last request for it. */
export class Debounced implements Disposable {
  private timer: Disposable | undefined;

  /** @param delay milliseconds */
  constructor(
    private readonly act: () => void,
    private readonly delay: number,
    private readonly clock: Clock,
  ) {}

  soon(): void {
    this.timer?.dispose();
    this.timer = this.clock.setTimeout(() => this.now(), this.delay);
  }

  /** Runs the action at once if it was requested. */
  flush(): void {
    if (this.timer) {
      this.now();
    }
  }

  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
  }

  private now(): void {
    this.dispose();
    this.act();
  }
}
