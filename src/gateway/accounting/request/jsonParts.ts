import { createHash, type Hash } from 'node:crypto';

/** Member of a JSON object, or element of a list in it. */
export interface JsonPart {
  readonly name: string;
  /** Place in the list; absent for a member. */
  readonly index: number | undefined;
  readonly bytes: number;
  /** Digest of the bytes, so that equal parts are recognized without keeping them. */
  readonly digest: string;
  /** UTF-8 of the part's JSON; undefined if it exceeded the limit. */
  readonly content: Buffer | undefined;
}

export interface JsonPartsOptions {
  /** Members whose lists are reported element by element. */
  readonly lists: ReadonlySet<string>;
  /** Bytes of one part that are kept. */
  readonly limit: number;
  onPart(part: JsonPart): void;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const longestName = 256;

interface Capture {
  readonly isName: boolean;
  /** Place in the present chunk from which it continues. */
  from: number;
  pieces: Buffer[];
  bytes: number;
  readonly hash: Hash | undefined;
}

/**
 * Cuts one JSON object into its parts while its bytes arrive. It costs twice as much as `JSON.parse`,
 * but spread over the chunks, so that no large request holds up the host. No more than one part is
 * kept. Never throws.
 */
export class JsonParts {
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private isInList = false;
  private expects: 'name' | 'value' = 'name';
  private name = '';
  private index = 0;
  private capture: Capture | undefined;
  private state: 'before' | 'inside' | 'after' | 'invalid' = 'before';

  constructor(private readonly options: JsonPartsOptions) {}

  /** True as soon as the bytes cannot be a JSON object. */
  get isInvalid(): boolean {
    return this.state === 'invalid';
  }

  get isComplete(): boolean {
    return this.state === 'after';
  }

  push(chunk: Buffer): void {
    if (this.capture) {
      this.capture.from = 0;
    }
    let at = 0;
    while (at < chunk.length && (this.state === 'before' || this.state === 'inside')) {
      at = this.isInText ? this.skipText(chunk, at) : this.readStructure(chunk, at);
    }
    this.keep(chunk, chunk.length);
  }

  /** Returns the place behind the text's end, or the chunk's end. */
  private skipText(chunk: Buffer, start: number): number {
    if (this.isEscaped) {
      this.isEscaped = false;
      return start + 1;
    }
    const end = chunk.indexOf(quote, start);
    const stop = end === -1 ? chunk.length : end;
    let slashes = 0;
    while (stop - slashes > start && chunk[stop - slashes - 1] === backslash) {
      slashes += 1;
    }
    if (end === -1) {
      this.isEscaped = slashes % 2 === 1;
      return stop;
    }
    if (slashes % 2 === 0) {
      this.isInText = false;
      if (this.capture?.isName) {
        this.finish(chunk, end + 1);
      }
    }
    return end + 1;
  }

  /** Reads bytes outside of texts up to the next text or the chunk's end. */
  private readStructure(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at];
      switch (byte) {
        case 0x20:
        case 0x09:
        case 0x0a:
        case 0x0d:
          break;
        case quote:
          this.begin(at);
          this.isInText = true;
          return at + 1;
        case openBrace:
        case openBracket:
          this.open(byte, at);
          break;
        case closeBrace:
        case closeBracket:
          this.close(byte, chunk, at);
          break;
        case comma:
          this.separate(chunk, at);
          break;
        case colon:
          if (this.depth === 1) {
            this.expects = 'value';
          }
          break;
        default:
          this.begin(at);
      }
      if (this.state === 'after' || this.state === 'invalid') {
        return chunk.length;
      }
    }
    return chunk.length;
  }

  private open(byte: number, at: number): void {
    if (this.state === 'before') {
      this.state = byte === openBrace ? 'inside' : 'invalid';
      this.depth = 1;
      return;
    }
    const opensList =
      this.depth === 1 && this.expects === 'value' && byte === openBracket && !this.capture;
    if (opensList && this.options.lists.has(this.name)) {
      this.isInList = true;
      this.index = 0;
    } else {
      this.begin(at);
    }
    this.depth += 1;
  }

  private close(byte: number, chunk: Buffer, at: number): void {
    if (this.state !== 'inside') {
      this.state = 'invalid';
      return;
    }
    if (this.depth === this.level) {
      this.finish(chunk, at);
      if (byte !== (this.isInList ? closeBracket : closeBrace)) {
        this.state = 'invalid';
      }
      this.isInList = false;
    }
    this.depth -= 1;
    if (this.depth === 0 && this.state === 'inside') {
      this.state = 'after';
    }
  }

  private separate(chunk: Buffer, at: number): void {
    if (this.depth !== this.level) {
      return;
    }
    this.finish(chunk, at);
    if (this.isInList) {
      this.index += 1;
    } else {
      this.expects = 'name';
    }
  }

  /** Depth at which parts begin and end. */
  private get level(): number {
    return this.isInList ? 2 : 1;
  }

  private begin(at: number): void {
    if (this.state !== 'inside') {
      this.state = 'invalid';
    } else if (!this.capture && this.depth === this.level) {
      const isName = !this.isInList && this.expects === 'name';
      const hash = isName ? undefined : createHash('sha1');
      this.capture = { isName, from: at, pieces: [], bytes: 0, hash };
    }
  }

  private keep(chunk: Buffer, end: number): void {
    const { capture } = this;
    if (!capture || end <= capture.from) {
      return;
    }
    const piece = chunk.subarray(capture.from, end);
    const limit = capture.isName ? longestName : this.options.limit;
    capture.bytes += piece.length;
    capture.hash?.update(piece);
    if (capture.bytes > limit) {
      capture.pieces = [];
    } else {
      capture.pieces.push(piece);
    }
  }

  private finish(chunk: Buffer, end: number): void {
    this.keep(chunk, end);
    const { capture } = this;
    this.capture = undefined;
    if (!capture) {
      return;
    }
    // The pieces belong to larger buffers, which a part must not keep alive.
    const content = capture.pieces.length > 0 ? Buffer.concat(capture.pieces) : undefined;
    if (capture.isName) {
      this.name = content?.toString('utf8', 1, content.length - 1) ?? '';
      return;
    }
    this.options.onPart({
      name: this.name,
      index: this.isInList ? this.index : undefined,
      bytes: capture.bytes,
      digest: capture.hash?.digest('base64') ?? '',
      content,
    });
  }
}
