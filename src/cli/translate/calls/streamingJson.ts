/** Part of a top-level string value; `isEnd` marks the last part, whose text may be empty. */
export interface StringPart {
  readonly key: string;
  readonly text: string;
  readonly isEnd: boolean;
}

type State = 'outside' | 'key' | 'afterKey' | 'value' | 'nested' | 'nestedString' | 'scalar';

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Reads the string members of a JSON object while it is streamed, wherever it is cut. Looks at each
 * character once, so the cost is linear in the length of the input. Skips everything but string
 * members of the outermost object. Malformed input yields meaningless parts but no error: the
 * agent's own parse of the whole input decides.
 */
export class StreamingJson {
  private state: State = 'outside';
  private key = '';
  private depth = 0;
  /** Undecoded rest of an escape: `\`, `\u`, `\u12`. */
  private escape = '';
  /** First half of a surrogate pair, waiting for the second. */
  private surrogate = '';

  push(chunk: string): StringPart[] {
    const parts: StringPart[] = [];
    let at = 0;
    while (at < chunk.length) {
      at =
        this.state === 'key' || this.state === 'value' || this.state === 'nestedString'
          ? this.readString(chunk, at, parts)
          : this.readStructure(chunk, at);
    }
    return parts;
  }

  private readStructure(chunk: string, from: number): number {
    const char = chunk[from];
    switch (this.state) {
      case 'outside':
        if (char === '"' && this.depth === 1) {
          this.state = 'key';
          this.key = '';
        } else if (char === '{') {
          this.depth = 1;
        }
        break;
      case 'afterKey':
        if (char === '"') {
          this.state = 'value';
        } else if (char === '{' || char === '[') {
          this.state = 'nested';
          this.depth += 1;
        } else if (char !== ':' && !isBlank(char)) {
          this.state = 'scalar';
        }
        break;
      case 'scalar':
        if (char === ',' || char === '}') {
          this.state = 'outside';
        }
        break;
      default:
        this.readNested(char);
    }
    return from + 1;
  }

  private readNested(char: string | undefined): void {
    if (char === '"') {
      this.state = 'nestedString';
    } else if (char === '{' || char === '[') {
      this.depth += 1;
    } else if (char === '}' || char === ']') {
      this.depth -= 1;
      if (this.depth === 1) {
        this.state = 'outside';
      }
    }
  }

  /**
   * Reads a string up to its end or the end of the chunk.
   * @returns index to continue at
   */
  private readString(chunk: string, from: number, parts: StringPart[]): number {
    let text = '';
    let start = from;
    let at = from;
    for (; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (this.escape !== '') {
        text += this.readEscape(chunk[at] ?? '');
        start = at + 1;
      } else if (code === 0x5c) {
        text += this.plain(chunk.slice(start, at));
        this.escape = '\\';
        start = at + 1;
      } else if (code === 0x22) {
        text += this.plain(chunk.slice(start, at)) + this.surrogate;
        this.surrogate = '';
        this.endString(text, parts);
        return at + 1;
      }
    }
    text += this.plain(chunk.slice(start, at));
    if (text !== '') {
      this.keep(text, parts);
    }
    return at;
  }

  private endString(text: string, parts: StringPart[]): void {
    if (this.state === 'key') {
      this.key += text;
      this.state = 'afterKey';
    } else if (this.state === 'value') {
      parts.push({ key: this.key, text, isEnd: true });
      this.state = 'outside';
    } else {
      this.state = 'nested';
    }
  }

  private keep(text: string, parts: StringPart[]): void {
    if (this.state === 'key') {
      this.key += text;
    } else if (this.state === 'value') {
      parts.push({ key: this.key, text, isEnd: false });
    }
  }

  private readEscape(char: string): string {
    if (this.escape === '\\' && char !== 'u') {
      this.escape = '';
      return this.plain(escapes[char] ?? char);
    }
    this.escape += char;
    if (this.escape.length < 6) {
      return '';
    }
    const code = Number.parseInt(this.escape.slice(2), 16);
    this.escape = '';
    return this.unit(Number.isNaN(code) ? 0xfffd : code);
  }

  private unit(code: number): string {
    const char = String.fromCharCode(code);
    const held = this.surrogate;
    if (code >= 0xd800 && code <= 0xdbff) {
      this.surrogate = char;
      return held;
    }
    this.surrogate = '';
    return held + char;
  }

  private plain(text: string): string {
    if (text === '' || this.surrogate === '') {
      return text;
    }
    const held = this.surrogate;
    this.surrogate = '';
    return held + text;
  }
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t';
}
