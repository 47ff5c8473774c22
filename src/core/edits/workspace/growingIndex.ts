import { headLength, nameStart } from '../../../node/git/indexEntries';

const lineFeed = 10;
/** Bytes copied at once, so that no step takes long. */
const mostCopied = 1024 * 1024;

/** Index of version 2 that is written from the entries of another one. */
export class GrowingIndex {
  /** Where the entries begin. */
  readonly entries: number[] = [];
  private bytes: Buffer;
  /** Bytes written. */
  private length = headLength;
  /** Entries to copy, which follow one another: where they begin and end in the source. */
  private from = 0;
  private to = 0;

  constructor(private readonly source: Buffer) {
    this.bytes = Buffer.allocUnsafe(source.length);
  }

  /** Adds an entry as it is. */
  keep(from: number, to: number): void {
    if (from !== this.to || from - this.from >= mostCopied) {
      this.copy();
      this.from = from;
    }
    this.entries.push(this.length + from - this.from);
    this.to = to;
  }

  /** Adds an entry in the form of version 2. */
  rewrite(from: number, name: Buffer): void {
    this.copy();
    const at = this.length;
    const length = (nameStart + name.length + 8) & ~7;
    this.makeRoom(length);
    this.source.copy(this.bytes, at, from, from + nameStart - 2);
    this.bytes.writeUInt16BE(Math.min(name.length, 0xfff), at + nameStart - 2);
    name.copy(this.bytes, at + nameStart);
    this.bytes.fill(0, at + nameStart + name.length, at + length);
    this.entries.push(at);
    this.length += length;
  }

  /** @returns the index without its checksum */
  finish(extension: Buffer = Buffer.alloc(0)): Buffer {
    this.copy();
    this.makeRoom(extension.length);
    extension.copy(this.bytes, this.length);
    this.bytes.write('DIRC', 0, 'latin1');
    this.bytes.writeUInt32BE(2, 4);
    this.bytes.writeUInt32BE(this.entries.length, 8);
    return this.bytes.subarray(0, this.length + extension.length);
  }

  private copy(): void {
    const { from, to } = this;
    this.makeRoom(to - from);
    this.source.copy(this.bytes, this.length, from, to);
    this.length += to - from;
    [this.from, this.to] = [0, 0];
  }

  private makeRoom(length: number): void {
    while (this.length + length > this.bytes.length) {
      this.bytes = Buffer.concat([this.bytes], 2 * this.bytes.length);
    }
  }
}

/** Returns the bytes of the file when its entry was last compared. */
export function sizeAt(index: Buffer, at: number): number {
  return index.readUInt32BE(at + 36);
}

/** Writes the name of an entry's object in hexadecimal digits, and a line feed. */
export function writeName(index: Buffer, at: number, target: Buffer, place: number): void {
  for (let byte = 0; byte < 20; byte += 1) {
    const value = index[at + 40 + byte] ?? 0;
    target[place + 2 * byte] = digit(value >> 4);
    target[place + 2 * byte + 1] = digit(value & 15);
  }
  target[place + 40] = lineFeed;
}

export function pathAt(index: Buffer, at: number): string {
  const start = at + nameStart;
  return index.toString('utf8', start, index.indexOf(0, start));
}

function digit(value: number): number {
  return value < 10 ? 48 + value : 87 + value;
}
