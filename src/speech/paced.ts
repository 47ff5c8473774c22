import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

/** Milliseconds between two values. */
const pause = 100;

/** Passes values on, the newest only where they come faster than anybody reads. */
export class Paced<T> implements Disposable {
  private next: { readonly value: T } | undefined;
  private timer: Disposable | undefined;
  private isDisposed = false;

  constructor(
    private readonly clock: Clock,
    private readonly pass: (value: T) => void,
  ) {}

  set(value: T): void {
    if (this.isDisposed) {
      return;
    }
    if (this.timer) {
      this.next = { value };
      return;
    }
    this.pass(value);
    this.timer = this.clock.setTimeout(() => this.passNext(), pause);
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  private passNext(): void {
    const { next } = this;
    this.next = undefined;
    this.timer = undefined;
    if (next) {
      this.set(next.value);
    }
  }
}
