import type { Disposable } from '../../base/disposable';
import type { SpeechEvent, SpeechReport } from '../../contract/speech';

/** Dictation on its way, from the first moment on. `dispose` cancels it. */
export interface Dictating extends Disposable {
  finish(): void;
}

/** Dictation, as pages ask for it. */
export interface SpeechPort {
  /** Starts a dictation in place of any other of the window. */
  start(onEvent: (event: SpeechEvent) => void): Dictating;
  setUp(): Promise<void>;
}

/** Dictation of one page; it ends with what the page shows. */
export class PageSpeech implements Disposable {
  private current: { readonly id: string; readonly dictating: Dictating } | undefined;

  constructor(
    private readonly port: SpeechPort,
    private readonly send: (report: SpeechReport) => void,
  ) {}

  start(id: string): void {
    this.dispose();
    this.current = { id, dictating: this.port.start(event => this.send({ id, event })) };
  }

  /** Ignores a dictation that is no longer the current one. */
  stop(id: string, keeps: boolean): void {
    if (this.current?.id === id) {
      if (keeps) {
        this.current.dictating.finish();
      } else {
        this.dispose();
      }
    }
  }

  setUp(): Promise<void> {
    return this.port.setUp();
  }

  dispose(): void {
    this.current?.dictating.dispose();
    this.current = undefined;
  }
}
