import { StringDecoder } from 'node:string_decoder';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Characters of one event above which it is skipped. */
const longestEvent = 4 * 1024 * 1024;
/** Bytes that are parsed at once, so that the limit is checked often enough. */
const stride = 64 * 1024;

export interface EventReaderOptions {
  onEvent(event: EventSourceMessage): void;
  /** An event was too long; reading goes on with the next one. */
  onSkipped(): void;
}

/** Cuts a stream of bytes into server-sent events, in bounded memory. */
export class EventReader {
  private readonly decoder = new StringDecoder('utf8');
  private isOverlong = false;
  private readonly parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: event => this.options.onEvent(event),
    onError: error => {
      this.isOverlong ||= error.type === 'max-buffer-size-exceeded';
    },
  });

  constructor(private readonly options: EventReaderOptions) {}

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at += stride) {
      this.parser.feed(this.decoder.write(chunk.subarray(at, at + stride)));
      if (this.isOverlong) {
        this.isOverlong = false;
        this.parser.reset();
        this.options.onSkipped();
      }
    }
  }
}
