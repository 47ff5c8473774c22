import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';

/** Does a thing once, some time after it was last asked for. */
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

  /** At once, if it was asked for. */
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
