import type { SearchPattern } from './searchPattern';

/** Characters that JSON writes as they are, each of one byte. */
const plain = /^[ !#-[\]-~]+$/;
/** The only characters beyond ASCII that equal a letter of it where case does not count. */
const foreign: Readonly<Record<string, string>> = { k: '\u212a', s: '\u017f' };

/**
 * Tells whether lines may contain a text, from their bytes: decoding them and running a pattern on
 * them takes ten times as long. Other texts than those of ASCII letters take the pattern.
 */
export class ByteSearch {
  private readonly needle: Buffer | undefined;
  /** Bytes that equal each byte of the needle: the byte itself, and its capital letter. */
  private readonly capitals: Buffer;
  /** How far the needle can be moved on when a byte stands below its end (Boyer–Moore–Horspool). */
  private readonly steps: Uint32Array;
  private readonly others: readonly Buffer[];

  constructor(
    needle: string,
    private readonly pattern: SearchPattern,
  ) {
    this.needle = plain.test(needle) ? Buffer.from(needle) : undefined;
    const bytes = this.needle ?? Buffer.alloc(0);
    this.capitals = Buffer.from(pattern.ignoresCase ? bytes.toString().toUpperCase() : bytes);
    this.steps = new Uint32Array(256).fill(Math.max(1, bytes.length));
    for (let at = 0; at < bytes.length - 1; at += 1) {
      this.steps[bytes[at] ?? 0] = bytes.length - 1 - at;
      this.steps[this.capitals[at] ?? 0] = bytes.length - 1 - at;
    }
    this.others = pattern.ignoresCase
      ? Object.entries(foreign).flatMap(([letter, other]) =>
          needle.includes(letter) ? [Buffer.from(other)] : [],
        )
      : [];
  }

  /** @param bytes whole lines of JSON */
  isIn(bytes: Buffer): boolean {
    const { needle, pattern } = this;
    if (!needle || this.others.some(other => bytes.includes(other))) {
      return pattern.json.test(bytes.toString('utf8'));
    }
    return pattern.ignoresCase ? this.isInAnyCase(bytes, needle) : bytes.includes(needle);
  }

  private isInAnyCase(bytes: Buffer, needle: Buffer): boolean {
    const { capitals, steps } = this;
    const last = needle.length - 1;
    for (let end = last; end < bytes.length; end += steps[bytes[end] ?? 0] ?? 1) {
      let at = last;
      while (at >= 0) {
        const byte = bytes[end - last + at];
        if (byte !== needle[at] && byte !== capitals[at]) {
          break;
        }
        at -= 1;
      }
      if (at < 0) {
        return true;
      }
    }
    return false;
  }
}
