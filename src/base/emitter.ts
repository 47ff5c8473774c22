import { type Disposable, toDisposable } from './disposable';

export type Event<T> = (listener: (event: T) => void) => Disposable;

/** Broadcasts to any number of listeners. A listener that throws does not block the others. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(event: T) => void>();

  /** @param onError receives errors of listeners; without it, the first one is rethrown last */
  constructor(private readonly onError?: (error: unknown) => void) {}

  readonly event: Event<T> = listener => {
    // The wrapper lets one function subscribe twice and unsubscribe once.
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
