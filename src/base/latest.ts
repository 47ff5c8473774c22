import type { Clock } from './clock';
import type { Disposable } from './disposable';

/**
 * Runs a task for the newest of many values: at once, and then at most once in each interval. A task
 * that runs is waited for.
 */
export class Latest<T> implements Disposable {
  private waiting: { readonly value: T } | undefined;
  private timer: Disposable | undefined;
  private isBusy = false;
  private isDisposed = false;

  /**
   * @param interval in milliseconds
   * @param run never rejects
   */
  constructor(
    private readonly interval: number,
    private readonly clock: Clock,
    private readonly run: (value: T) => Promise<void>,
  ) {}

  push(value: T): void {
    this.waiting = { value };
    this.next();
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  private next(): void {
    const { waiting } = this;
    if (!waiting || this.isBusy || this.isDisposed) {
      return;
    }
    this.waiting = undefined;
    this.isBusy = true;
    void this.run(waiting.value).then(() => {
      if (this.isDisposed) {
        return;
      }
      this.timer = this.clock.setTimeout(() => {
        this.isBusy = false;
        this.next();
      }, this.interval);
    });
  }
}
