import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer';
import { bodyDecoder } from './bodyDecoder';
import { EventReader } from './eventReader';

/** Bytes of an answer without events above which it is not read. */
const longestBody = 8 * 1024 * 1024;

export interface AnswerReaderOptions {
  readonly headers: IncomingHttpHeaders;
  readonly answer: Answer;
  /** Called once, with the first event that has content. */
  onFirstToken(): void;
  onDecoded(chunk: Buffer): void;
  onGap(gap: 'answerCut' | 'encoding'): void;
  /** Nothing more will be decoded. */
  onLost(): void;
  /** Decoded bytes arrive outside of the gateway's calls, where nobody else would catch it. */
  onError(error: unknown): void;
}

/** Decodes the bytes of an answer and feeds its events, or its one JSON message, to `answer`. */
export class AnswerReader {
  private readonly decoder: ReturnType<typeof bodyDecoder>;
  private readonly events: EventReader | undefined;
  private body: Buffer[] = [];
  private size = 0;
  private hasToken = false;

  constructor(private readonly options: AnswerReaderOptions) {
    const { headers, answer, onGap, onLost } = options;
    if (/event-stream/i.test(headers['content-type'] ?? '')) {
      this.events = new EventReader({
        onEvent: ({ data }) => this.noteToken(answer.readEvent(data)),
        onSkipped: () => onGap('answerCut'),
      });
    }
    this.decoder = bodyDecoder(headers['content-encoding'], {
      onData: chunk => this.guardedRead(chunk),
      onLost: () => {
        onGap('answerCut');
        onLost();
      },
    });
    if (!this.decoder) {
      onGap('encoding');
    }
  }

  push(chunk: Buffer): void {
    this.decoder?.push(chunk);
  }

  /** Resolves once everything has been read. */
  async end(): Promise<void> {
    await this.decoder?.end();
    if (!this.events && this.body.length > 0) {
      this.options.answer.readMessage(parsed(Buffer.concat(this.body)));
    }
    this.body = [];
  }

  dispose(): void {
    this.decoder?.dispose();
    this.body = [];
  }

  private guardedRead(chunk: Buffer): void {
    try {
      this.read(chunk);
    } catch (error) {
      this.options.onError(error);
    }
  }

  private read(chunk: Buffer): void {
    this.options.onDecoded(chunk);
    if (this.events) {
      this.events.push(chunk);
      return;
    }
    this.size += chunk.length;
    if (this.size > longestBody) {
      this.options.onGap('answerCut');
      this.body = [];
    } else {
      this.body.push(chunk);
    }
  }

  private noteToken(hasContent: boolean): void {
    if (hasContent && !this.hasToken) {
      this.hasToken = true;
      this.options.onFirstToken();
    }
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
