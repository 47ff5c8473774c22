import type { FileHandle } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';

const lineFeed = 0x0a;
const blockLength = 256 * 1024;
/** Maximum bytes per line; longer lines are not read. */
const longestLine = 64 * 1024 * 1024;

export interface StoredBytes {
  /** Offset of the first byte in the file. */
  readonly offset: number;
  /** Length in bytes, without the line feed. */
  readonly length: number;
  /** Absent if the line is too long to be read. */
  readonly text?: string;
}

/** Reads the lines of a file from a position back to its beginning, one block at a time. */
export class BackwardLines {
  /** Pieces of the line that crosses `position`, in file order. */
  private pieces: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly file: FileHandle,
    /** Offset up to which the file is still to be read. */
    private position: number,
  ) {}

  /** Number of bytes at the beginning of the file that are still unread. */
  get unread(): number {
    return this.position;
  }

  /** Bytes read so far of a line whose beginning is unread. */
  get pending(): number {
    return this.size;
  }

  /** Returns lines completed by one more block, last one first; undefined at the beginning. */
  async next(): Promise<StoredBytes[] | undefined> {
    if (this.position === 0) {
      return undefined;
    }
    const length = Math.min(blockLength, this.position);
    const block = Buffer.allocUnsafe(length);
    const start = this.position - length;
    const { bytesRead } = await this.file.read(block, 0, length, start);
    if (bytesRead < length) {
      throw new Error(l10n.t('The file became shorter while it was read.'));
    }
    this.position = start;
    return this.cut(block, start);
  }

  private cut(block: Buffer, start: number): StoredBytes[] {
    const lines: StoredBytes[] = [];
    let end = block.length;
    for (let at = block.lastIndexOf(lineFeed); at !== -1; at = lastIndexBefore(block, end)) {
      this.keep(block.subarray(at + 1, end));
      this.take(lines, start + at + 1);
      end = at;
      if (at === 0) {
        break;
      }
    }
    this.keep(block.subarray(0, end));
    if (start === 0) {
      this.take(lines, 0);
    }
    return lines;
  }

  private keep(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > longestLine) {
      this.pieces = [];
    } else if (piece.length > 0) {
      this.pieces.unshift(piece);
    }
  }

  private take(lines: StoredBytes[], offset: number): void {
    const { pieces, size: length } = this;
    this.pieces = [];
    this.size = 0;
    if (length > longestLine) {
      lines.push({ offset, length });
    } else if (length > 0) {
      const [only] = pieces;
      const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces, length);
      lines.push({ offset, length, text: bytes.toString('utf8') });
    }
  }
}

function lastIndexBefore(block: Buffer, end: number): number {
  return end === 0 ? -1 : block.lastIndexOf(lineFeed, end - 1);
}

/** Returns the last offset of `needle` below `before`, without decoding text; -1 if none. */
export async function lastIndexIn(
  file: FileHandle,
  needle: string,
  before: number,
): Promise<number> {
  const wanted = Buffer.from(needle);
  const block = Buffer.allocUnsafe(4 * blockLength);
  let end = before;
  while (end > 0) {
    const start = Math.max(0, end - block.length);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    const at = block.subarray(0, bytesRead).lastIndexOf(wanted);
    if (at !== -1) {
      return start + at;
    }
    // An occurrence may cross the border between two blocks.
    end = start === 0 ? 0 : start + wanted.length - 1;
  }
  return -1;
}
