import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { raceTimeout } from '../../node/raceTimeout';
import { describeExit, type PipedProcess, spawnProcess } from '../../node/spawnProcess';
import type { ProcessOwner, SpeechCommand, SpeechSystem } from '../command';
import { lastWords } from '../lastWords';
import { HeardText } from './heardText';

export interface RecognitionOptions extends SpeechSystem {
  readonly recognizer: SpeechCommand;
  readonly owner: ProcessOwner;
  /** Called with the whole text when it has changed. */
  readonly onHeard: (text: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Longest line of output in bytes; longer ones are skipped. */
const longestLine = 256 * 1024;
/** Milliseconds that a recognizer may take after the end of the recording. */
const patience = 10 * 60_000;

/** Recognizer that was started: sound in, lines of text out. */
export class Recognition {
  private readonly heard = new HeardText();

  private constructor(
    private readonly process: PipedProcess,
    private readonly options: RecognitionOptions,
  ) {}

  /** @throws UserError `spawn.*` */
  static async start(options: RecognitionOptions): Promise<Recognition> {
    const { recognizer, owner, platform, cwd, clock, log } = options;
    const { command, args, env } = recognizer;
    const process = await spawnProcess({
      ...{ command, args, env, cwd, platform, clock, log },
      lineLimit: longestLine,
    });
    owner.add(process);
    const recognition = new Recognition(process, options);
    process.onLine(line => recognition.add(line));
    return recognition;
  }

  /** Resolves when the program has ended, whatever the reason. */
  get ended(): Promise<unknown> {
    return this.process.exited;
  }

  /** Takes more sound. What a program does not read is none of our business until it ends. */
  push(sound: Uint8Array): void {
    this.process.write(sound).catch((error: unknown) => {
      this.options.log.debug('The recognizer takes no more sound', { error: messageOf(error) });
    });
  }

  /**
   * Ends the sound, and waits for the rest of the text.
   * @throws UserError `speech.recognizer` if the program has failed without any
   */
  async finish(): Promise<string> {
    const { process, options } = this;
    const { name } = options.recognizer;
    process.endInput();
    const exit = await raceTimeout(process.exited, patience, options.clock);
    const { text } = this.heard;
    if (text !== '' || exit?.code === 0) {
      return text;
    }
    process.dispose();
    const words = lastWords(process.stderrTail);
    const reason = words !== '' ? words : exit ? describeExit(exit) : '';
    throw new UserError(
      'speech.recognizer',
      reason === ''
        ? l10n.t('{0} has not answered. Try a shorter text, or another recognizer.', name)
        : l10n.t('{0} did not recognize the recording: {1}. Check its command.', name, reason),
      { detail: process.stderrTail },
    );
  }

  private add(line: string): void {
    if (this.heard.add(line)) {
      this.options.onHeard(this.heard.text);
    }
  }
}
