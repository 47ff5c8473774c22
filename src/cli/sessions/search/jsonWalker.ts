import { StringDecoder } from 'node:string_decoder';

/** Member names and array indexes that lead to a value. */
export type JsonPath = readonly (string | number)[];

export interface JsonVisitor {
  /** Whether to read the string at `path`; other strings are skipped. */
  wantsText(path: JsonPath): boolean;
  /** Receives a part of the wanted text. */
  onText(text: string): void;
  /** Called at the end of the wanted text. */
  onTextEnd(): void;
  /** Called if `true` is the value at `path`. */
  onTrue(path: JsonPath): void;
}

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
const deepest = 200;
const longestKey = 200;

/**
 * Walks through one JSON value as its bytes arrive, so that a line of 30 MB needs no more memory
 * than a short one. Validates nothing: invalid JSON is walked through without an error.
 */
export class JsonWalker {
  /** Current member or index of each open object or array. */
  private readonly path: (string | number)[] = [];
  private isLost = false;
  private awaitsKey = false;
  private string: 'none' | 'key' | 'wanted' | 'skipped' = 'none';
  private key = '';
  /** Received part of an escape sequence: a backslash and perhaps more. */
  private escape = '';
  /** Decoder of a string that continues across chunks. */
  private decoder: StringDecoder | undefined;

  constructor(private readonly visitor: JsonVisitor) {}

  reset(): void {
    this.path.length = 0;
    this.isLost = false;
    this.awaitsKey = false;
    this.string = 'none';
    this.escape = '';
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.isLost) {
      if (this.escape !== '') {
        this.takeEscape(String.fromCharCode(bytes[at] ?? 0));
        at += 1;
      } else if (this.string === 'none') {
        at = this.betweenStrings(bytes, at);
      } else {
        at = this.inString(bytes, at);
      }
    }
  }

  private betweenStrings(bytes: Buffer, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      switch (bytes[at]) {
        case quote:
          this.beginString();
          return at + 1;
        case 0x7b: // {
          this.open('');
          this.awaitsKey = true;
          break;
        case 0x5b: // [
          this.open(0);
          this.awaitsKey = false;
          break;
        case 0x7d: // }
        case 0x5d: // ]
          this.path.pop();
          this.awaitsKey = false;
          break;
        case 0x2c: // ,
          this.next();
          break;
        case 0x74: // t
          this.visitor.onTrue(this.path);
          break;
        default:
      }
      if (this.isLost) {
        break;
      }
    }
    return bytes.length;
  }

  private open(first: string | number): void {
    this.path.push(first);
    // Messages are never nested this deep; crafted input must not make the path grow.
    this.isLost = this.path.length > deepest;
  }

  private next(): void {
    const last = this.path.length - 1;
    const place = this.path[last];
    if (typeof place === 'number') {
      this.path[last] = place + 1;
    } else {
      this.awaitsKey = place !== undefined;
    }
  }

  private beginString(): void {
    this.decoder = undefined;
    if (this.awaitsKey) {
      this.string = 'key';
      this.key = '';
    } else {
      this.string = this.visitor.wantsText(this.path) ? 'wanted' : 'skipped';
    }
  }

  private inString(bytes: Buffer, start: number): number {
    let at = start;
    let byte = bytes[at];
    let hasEscapes = false;
    // A separate loop: searching for quotes and backslashes in turn costs a call for each of them.
    while (at < bytes.length && byte !== quote) {
      let step = 1;
      if (byte === backslash) {
        hasEscapes = true;
        step = bytes[at + 1] === letterU ? 6 : 2;
      }
      if (at + step > bytes.length) {
        break;
      }
      at += step;
      byte = bytes[at];
    }
    if (at > start && this.string !== 'skipped') {
      const raw = this.decode(bytes, start, at);
      this.take(hasEscapes ? unescaped(raw) : raw);
    }
    if (at === bytes.length) {
      return at;
    }
    if (byte === backslash) {
      // The rest of the escape is in the next chunk.
      this.escape = '\\';
    } else {
      this.endString();
    }
    return at + 1;
  }

  private decode(bytes: Buffer, start: number, stop: number): string {
    if (stop === bytes.length) {
      // A character may be cut off here.
      this.decoder ??= new StringDecoder('utf8');
    }
    return this.decoder?.write(bytes.subarray(start, stop)) ?? bytes.toString('utf8', start, stop);
  }

  private takeEscape(character: string): void {
    this.escape += character;
    const isNumber = this.escape[1] === 'u';
    if (!isNumber || this.escape.length === 6) {
      this.take(unescaped(this.escape));
      this.escape = '';
    }
  }

  private take(text: string): void {
    if (this.string === 'wanted') {
      this.visitor.onText(text);
    } else if (this.string === 'key' && this.key.length < longestKey) {
      this.key += text;
    }
  }

  private endString(): void {
    if (this.string === 'wanted') {
      this.visitor.onTextEnd();
    } else if (this.string === 'key') {
      this.path[this.path.length - 1] = this.key;
      this.awaitsKey = false;
    }
    this.string = 'none';
  }
}

/** Decodes escapes. Never throws: text with invalid escapes is returned unchanged. */
function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    // Raw control characters or unknown escapes.
    return raw;
  }
}
