import { type Disposable, DisposableStore, toDisposable } from '../base/disposable';
import { codeOfSignal, type EndingSignal, endingSignals } from './exitCodes';

/**
 * Signals that end the program, from its start on. The first one aborts `signal`, so that everything
 * ends in order; the second one ends everything at once.
 */
export class EndingSignals implements Disposable {
  private readonly controller = new AbortController();
  private readonly forced = new Set<() => void>();
  private received: EndingSignal | undefined;
  private readonly listeners = new DisposableStore();

  constructor() {
    for (const name of endingSignals) {
      const receive = () => this.receive(name);
      process.on(name, receive);
      this.listeners.add(toDisposable(() => process.off(name, receive)));
    }
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Exit code of the signal that was received; undefined if there was none. */
  get code(): number | undefined {
    return this.received && codeOfSignal(this.received);
  }

  /** Registers what the second signal calls. */
  onForced(end: () => void): Disposable {
    this.forced.add(end);
    return toDisposable(() => this.forced.delete(end));
  }

  /** Ends the work as a signal does. */
  abort(): void {
    this.controller.abort();
  }

  dispose(): void {
    this.listeners.dispose();
  }

  private receive(name: EndingSignal): void {
    const isFirst = this.received === undefined;
    this.received ??= name;
    if (isFirst) {
      this.controller.abort();
      return;
    }
    for (const end of this.forced) {
      end();
    }
    process.exit(codeOfSignal(this.received));
  }
}
