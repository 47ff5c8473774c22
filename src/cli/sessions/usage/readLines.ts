import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { AbortSignalLike } from '../../../base/abort';

const chunkLength = 1024 * 1024;
const lineFeed = 0x0a;
/** Longest line that is read, in bytes. The longest known ones hold images of a few megabytes. */
const longestLine = 64 * 1024 * 1024;
const markLength = 256;

export interface LineSink {
  /** Called with each line that is not empty; numbers begin at 1. */
  line(text: string, number: number): void;
  overlong(number: number): void;
  /** Called with the number of bytes that were read since the last call. */
  read(bytes: number): void;
}

export interface ReadTo {
  /** Bytes up to the end of the last whole line. */
  readonly offset: number;
  /** Number of these lines. */
  readonly lines: number;
}

/**
 * Reads lines from an offset, at which one begins. A last line without its end is read if it is
 * a whole JSON object, else left for the next time.
 * @throws the abort reason's error if aborted; the file system's error
 */
export async function readLines(
  file: FileHandle,
  from: ReadTo,
  sink: LineSink,
  signal: AbortSignalLike,
): Promise<ReadTo> {
  const chunk = Buffer.allocUnsafe(chunkLength);
  let pieces: Buffer[] = [];
  let open = 0;
  let { offset: position, lines } = from;
  const take = (text: string) => {
    lines += 1;
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (line.trim() !== '') {
      sink.line(line, lines);
    }
  };
  const takeOpen = (end: Buffer) => {
    if (open + end.length > longestLine) {
      lines += 1;
      sink.overlong(lines);
    } else {
      take(Buffer.concat([...pieces, end]).toString('utf8'));
    }
    pieces = [];
    open = 0;
  };
  for (;;) {
    if (signal.aborted) {
      throw new Error('The count was canceled.');
    }
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) {
      break;
    }
    position += bytesRead;
    sink.read(bytesRead);
    let start = 0;
    const last = chunk.lastIndexOf(lineFeed, bytesRead - 1);
    if (last !== -1 && open > 0) {
      const first = chunk.indexOf(lineFeed);
      takeOpen(chunk.subarray(0, first));
      start = first + 1;
    }
    if (start <= last) {
      for (const text of chunk.toString('utf8', start, last).split('\n')) {
        take(text);
      }
      start = last + 1;
    }
    const rest = Buffer.from(chunk.subarray(start, bytesRead));
    open += rest.length;
    // A line that is too long is only measured.
    pieces = open > longestLine ? [] : [...pieces, rest];
  }
  const isWhole = open > 0 && open <= longestLine && isObject(Buffer.concat(pieces));
  if (isWhole) {
    takeOpen(Buffer.alloc(0));
  }
  return { offset: position - open, lines };
}

function isObject(bytes: Buffer): boolean {
  try {
    return typeof JSON.parse(bytes.toString('utf8')) === 'object';
  } catch {
    // The end of the line is still to come.
    return false;
  }
}

/** Returns a hash of the last bytes before an offset. */
export async function markAt(file: FileHandle, offset: number): Promise<string> {
  const start = Math.max(0, offset - markLength);
  const bytes = Buffer.alloc(offset - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return shortHash(bytes.subarray(0, bytesRead));
}

/** Characters of a short hash. */
export const hashLength = 10;

/** Returns 60 bits of a hash: among a million messages, no two are likely to be alike. */
export function shortHash(content: string | Buffer): string {
  return createHash('sha1').update(content).digest('base64url').slice(0, hashLength);
}
