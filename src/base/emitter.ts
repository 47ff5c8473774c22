import { type Disposable, toDisposable } from './disposable';

export type Event<T> = (listener: (event: T) => void) => Disposable;

/** Broadcasts state to any number of listeners. One that throws does not keep the others from it. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(event: T) => void>();

  /** @param onError receives what a listener throws; without it the first error is rethrown last */
  constructor(private readonly onError?: (error: unknown) => void) {}

  readonly event: Event<T> = listener => {
    // A wrapper of its own lets one function subscribe twice and be released once.
    const entry = (event: T) => listener(event);
    this.listeners.add(entry);
    return toDisposable(() => this.listeners.delete(entry));
  };

  fire(event: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this.listeners]) {
      try {
        listener(event);
      } catch (error) {
        errors.push(error);
      }
    }
    for (const error of errors) {
      if (!this.onError) {
        throw error;
      }
      this.onError(error);
    }
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  dispose(): void {
    this.listeners.clear();
  }
}
