import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock';
import { Deferred } from '../base/deferred';
import { type Disposable, DisposableStore } from '../base/disposable';
import { messageOf, UserError } from '../base/errors';
import { Latest } from '../base/latest';
import type { Log } from '../base/log';
import { mostMinutes, type SpeechEvent } from '../contract/speech';
import type { PipedProcess } from '../node/spawnProcess';
import { endLadder, stopProcess } from '../node/stopLadder';
import { LevelMeter } from './audio/levelMeter';
import { bytesPerSecond, wavOf } from './audio/pcm';
import type { ProcessOwner, SpeechCommand, SpeechSystem } from './command';
import { Recognition } from './recognize/recognition';
import {
  asksFor,
  filledIn,
  type RecognizerInput,
  type RecognizerValues,
} from './recognize/recognizer';
import { withSoundFile } from './recognize/soundFile';
import { openMicrophone } from './record/microphone';

export interface DictationOptions extends SpeechSystem {
  /** Recorders to try, best first. */
  readonly recorders: readonly SpeechCommand[];
  /** Arguments may contain the names of `RecognizerValues`. */
  readonly recognizer: SpeechCommand & { readonly input: RecognizerInput };
  /** Asked for when the recognizer starts. */
  values(): Promise<Omit<RecognizerValues, 'file'>>;
  readonly onEvent: (event: SpeechEvent) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Bytes of the longest recording, 9.6 MB. */
const mostBytes = mostMinutes * 60 * bytesPerSecond;

/** Milliseconds between two reports of what was heard. */
const heardInterval = 100;

/** Dictation: sound from a recorder, text from a recognizer. `dispose` cancels it. */
export class Dictation implements Disposable {
  private readonly store = new DisposableStore();
  private readonly processes: PipedProcess[] = [];
  /** Settles when there is to be no more sound. */
  private readonly finished = new Deferred<void>();
  private readonly heard: Latest<string>;
  private readonly meter: LevelMeter;
  private readonly sound: Buffer[] = [];
  private bytes = 0;

  /** Resolves when everything that belongs to it has ended. Never rejects. */
  readonly ended: Promise<void>;

  constructor(private readonly options: DictationOptions) {
    this.heard = this.store.add(
      new Latest(heardInterval, options.clock, async text => this.report({ kind: 'heard', text })),
    );
    this.meter = new LevelMeter(level => this.report({ kind: 'level', ...level }));
    this.ended = this.run();
  }

  /** Ends the recording; the text follows. */
  finish(): void {
    this.finished.resolve();
  }

  dispose(): void {
    this.finished.resolve();
    this.store.dispose();
  }

  private report(event: SpeechEvent): void {
    if (!this.store.isDisposed) {
      this.options.onEvent(event);
    }
  }

  private async run(): Promise<void> {
    try {
      const text = await this.transcript();
      this.heard.dispose();
      const isCut = this.bytes >= mostBytes;
      this.report({ kind: 'done', text, ...(isCut ? { isCut } : {}) });
    } catch (error) {
      if (!this.store.isDisposed) {
        const { log } = this.options;
        log.warn('Dictation failed', { error: messageOf(error), detail: detailOf(error) });
        this.report({ kind: 'failed', message: messageOf(error), offersSetUp: true });
      }
    } finally {
      this.dispose();
      await Promise.all(this.processes.map(({ exited }) => exited));
      this.sound.length = 0;
    }
  }

  private owner(): ProcessOwner {
    const { store, processes } = this;
    return {
      get isDisposed() {
        return store.isDisposed;
      },
      add: process => void processes.push(store.add(process)),
    };
  }

  /** @throws UserError `speech.*` or `spawn.*` */
  private async transcript(): Promise<string> {
    const { recognizer } = this.options;
    const live = recognizer.input === 'pcm' ? await this.recognition({}) : undefined;
    await this.record(live);
    if (this.store.isDisposed) {
      // Nobody wants the text of what was canceled.
      return '';
    }
    this.report({ kind: 'transcribing' });
    const text = live ? await live.finish() : await this.recognizeFile();
    if (text === '') {
      throw new UserError('speech.nothing', this.meter.isSilent ? this.silence() : unclear());
    }
    return text;
  }

  /** Records until the user has finished, the recorder has, or it is long enough. */
  private async record(live: Recognition | undefined): Promise<void> {
    const { recorders, platform, cwd, clock, log } = this.options;
    const onSound = (pcm: Buffer) => {
      const rest = mostBytes - this.bytes;
      if (rest <= 0) {
        // Not even an empty part of it may be kept, which would hold on to all of the chunk.
        return;
      }
      const taken = pcm.length > rest ? pcm.subarray(0, rest) : pcm;
      this.bytes += taken.length;
      if (this.bytes >= mostBytes) {
        this.finish();
      }
      this.meter.push(taken);
      if (live) {
        live.push(taken);
      } else {
        this.sound.push(taken);
      }
    };
    const opening = openMicrophone({
      ...{ recorders, platform, cwd, clock, log, onSound },
      owner: this.owner(),
    });
    const recorder = await Promise.race([opening, live?.ended.then(() => undefined) ?? opening]);
    if (!recorder) {
      // The recognizer has ended, and says why. Recorders end with this dictation.
      return;
    }
    this.report({ kind: 'recording' });
    await Promise.race([this.finished.promise, recorder.exited, live?.ended ?? recorder.exited]);
    // Waits for what the recorder still has.
    await stopProcess(recorder, endLadder, { clock, log });
  }

  private async recognizeFile(): Promise<string> {
    const { args } = this.options.recognizer;
    if (this.meter.isSilent) {
      // Recognizers make words of silence.
      return '';
    }
    if (asksFor(args, 'file')) {
      return withSoundFile(this.sound, async file => (await this.recognition({ file })).finish());
    }
    const recognition = await this.recognition({});
    recognition.push(wavOf(this.sound));
    return recognition.finish();
  }

  private async recognition(more: { readonly file?: string }): Promise<Recognition> {
    const { recognizer, platform, cwd, clock, log } = this.options;
    const values = { ...(await this.options.values()), ...more };
    return Recognition.start({
      ...{ platform, cwd, clock, log, owner: this.owner() },
      recognizer: { ...recognizer, args: filledIn(recognizer.args, values) },
      onHeard: text => this.heard.push(text),
    });
  }

  private silence(): string {
    return this.options.platform === 'darwin'
      ? l10n.t(
          'The recording is silent. Check that the microphone is not muted, and that macOS lets Visual Studio Code use it: System Settings, Privacy & Security, Microphone.',
        )
      : l10n.t('The recording is silent. Check that the right microphone is chosen and not muted.');
  }
}

function unclear(): string {
  return l10n.t('No words were recognized. Speak closer to the microphone, or use a larger model.');
}

function detailOf(error: unknown): string | undefined {
  return error instanceof UserError ? error.detail : undefined;
}
