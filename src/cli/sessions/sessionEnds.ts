import type { FileHandle } from 'node:fs/promises';
import { parseListedLine } from '../../protocol/listedLine';

/** Bytes read at each end of a file: titles are at the end, the first prompt at the beginning. */
const endLength = 64 * 1024;
/** Maximum bytes read if an end holds no message: one line can be larger than `endLength`. */
const farthest = 1024 * 1024;

const message = /"type":\s*"(?:user|assistant)"/;

export interface SessionEnds {
  readonly size: number;
  /** Whole lines from the beginning. */
  readonly head: readonly string[];
  /** Beginning of the line after `head`. */
  readonly cut: string;
  /** Whole lines up to the end, the last one perhaps half written. They may overlap `head`. */
  readonly tail: readonly string[];
  /** Whether the whole file was read. */
  readonly isWhole: boolean;
}

export async function readEnds(file: FileHandle, size: number): Promise<SessionEnds> {
  if (size <= endLength) {
    const lines = (await readPart(file, 0, size)).split('\n');
    return { size, head: lines, cut: '', tail: lines, isWhole: true };
  }
  let head: string[] = [];
  let cut = '';
  for (let length = endLength; ; length *= 4) {
    head = (await readPart(file, 0, Math.min(size, length))).split('\n');
    cut = head.pop() ?? '';
    if (length >= Math.min(size, farthest) || message.test(cut) || head.some(isMessage)) {
      break;
    }
  }
  let tail: string[] = [];
  for (let length = endLength; ; length *= 4) {
    const start = Math.max(0, size - length);
    tail = (await readPart(file, start, size - start)).split('\n');
    if (start > 0) {
      tail.shift();
    }
    if (length >= Math.min(size, farthest) || tail.some(isMessage)) {
      break;
    }
  }
  return { size, head, cut, tail, isWhole: false };
}

function isMessage(line: string): boolean {
  return message.test(line) && parseListedLine(line)?.message !== undefined;
}

async function readPart(file: FileHandle, start: number, length: number): Promise<string> {
  const part = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(part, read, length - read, start + read);
    if (bytesRead === 0) {
      break;
    }
    read += bytesRead;
  }
  const bom = start === 0 && part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf ? 3 : 0;
  return part.toString('utf8', bom, read);
}
