const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const defaultLimit = 256 * 1024 * 1024;

export interface LineSplitterOptions {
  onLine(line: string): void;
  /** A line grew past the limit: it is skipped to its end and what follows is read as usual. */
  onOverlong(limit: number): void;
  /** Bytes. V8 cannot make a string of more than 512 MB. */
  limit?: number;
}

/**
 * Cuts a byte stream into lines of UTF-8. Only the new chunk is searched and an open line is kept as a
 * list of chunks, so that the cost is linear in the length of a line; joining on each chunk, or
 * appending to a string, is a hundred times slower on lines of 30 MB.
 */
export class LineSplitter {
  private pieces: Buffer[] = [];
  private size = 0;
  private skipping = false;
  private readonly limit: number;

  constructor(private readonly options: LineSplitterOptions) {
    this.limit = options.limit ?? defaultLimit;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const from = start;
      start = end + 1;
      if (this.size === 0 && end - from <= this.limit) {
        this.options.onLine(textOf(chunk, from, end));
      } else {
        this.keep(chunk.subarray(from, end));
        const line = this.take();
        if (line !== undefined) {
          this.options.onLine(line);
        }
      }
    }
    if (start < chunk.length) {
      this.keep(start === 0 ? chunk : chunk.subarray(start));
    }
  }

  /** The unfinished last line; `undefined` when there is none. */
  end(): string | undefined {
    return this.size === 0 ? undefined : this.take();
  }

  private keep(piece: Buffer): void {
    this.size += piece.length;
    if (this.skipping) {
      return;
    }
    if (this.size > this.limit) {
      this.skipping = true;
      this.pieces = [];
      this.options.onOverlong(this.limit);
      return;
    }
    this.pieces.push(piece);
  }

  private take(): string | undefined {
    const { pieces, size, skipping } = this;
    this.pieces = [];
    this.size = 0;
    this.skipping = false;
    if (skipping) {
      return undefined;
    }
    const [only] = pieces;
    const line = pieces.length === 1 && only ? only : Buffer.concat(pieces, size);
    return textOf(line, 0, line.length);
  }
}

function textOf(bytes: Buffer, start: number, end: number): string {
  const last = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
  return bytes.toString('utf8', start, last);
}
