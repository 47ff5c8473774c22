import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SpeechEvent } from '../../contract/speech';
import type { Dictation, DictationOptions } from '../../speech/dictation';
import type { Dictating, SpeechPort } from './pageSpeech';

export type DictationPlan = Omit<DictationOptions, 'onEvent'>;

interface SpeechServiceOptions {
  /**
   * Reads the settings and finds the programs; undefined if the user is setting them up.
   * @throws UserError that says what to do
   */
  plan(): Promise<DictationPlan | undefined>;
  /** Starts the programs of a plan. */
  dictate(options: DictationOptions): Promise<Dictation>;
  setUp(): Promise<void>;
  readonly log: Log;
}

/** Dictation of the window: one at a time, because there is one microphone. */
export class SpeechService implements SpeechPort, Disposable {
  private current: Started | undefined;

  constructor(private readonly options: SpeechServiceOptions) {}

  start(onEvent: (event: SpeechEvent) => void): Dictating {
    this.current?.giveWay();
    const started = new Started(this.options, onEvent);
    this.current = started;
    return started;
  }

  setUp(): Promise<void> {
    return this.options.setUp();
  }

  dispose(): void {
    this.current?.dispose();
    this.current = undefined;
  }
}

class Started implements Dictating {
  private dictation: Dictation | undefined;
  private isFinished = false;
  private isOver = false;

  constructor(
    options: SpeechServiceOptions,
    private readonly onEvent: (event: SpeechEvent) => void,
  ) {
    void this.run(options);
  }

  finish(): void {
    this.isFinished = true;
    this.dictation?.finish();
  }

  /** Ends because another page begins. */
  giveWay(): void {
    this.report({ kind: 'stopped' });
    this.dispose();
  }

  dispose(): void {
    this.isOver = true;
    this.dictation?.dispose();
  }

  private async run({ plan, dictate, log }: SpeechServiceOptions): Promise<void> {
    try {
      const found = await plan();
      if (!found) {
        this.report({ kind: 'stopped' });
      }
      if (!found || this.isOver) {
        return;
      }
      const dictation = await dictate({ ...found, onEvent: event => this.report(event) });
      this.dictation = dictation;
      if (this.isOver) {
        dictation.dispose();
      } else if (this.isFinished) {
        dictation.finish();
      }
    } catch (error) {
      log.warn('Dictation does not start', { error: messageOf(error) });
      this.report({ kind: 'failed', message: messageOf(error), offersSetUp: true });
    }
  }

  private report(event: SpeechEvent): void {
    if (!this.isOver) {
      this.isOver = event.kind === 'stopped' || event.kind === 'failed' || event.kind === 'done';
      this.onEvent(event);
    }
  }
}
