import { readNumber } from '../../node/callbackFs';
import { parseListedLine } from '../../protocol/listedLine';
import { type TypedLine, typedLines } from './typedLines';

/** Bytes read at each end of a file: titles are at the end, the first prompt at the beginning. */
const endLength = 64 * 1024;
/** Maximum bytes read if an end holds no message: one line can be larger than `endLength`. */
const farthest = 1024 * 1024;

const message = /"type":\s*"(?:user|assistant)"/;

export interface SessionEnds {
  readonly size: number;
  /** Whole lines from the beginning. */
  readonly head: readonly TypedLine[];
  /** Beginning of the line after `head`. */
  readonly cut: string;
  /** Whole lines up to the end, the last one perhaps half written. They may overlap `head`. */
  readonly tail: readonly TypedLine[];
  /** Whether the whole file was read. */
  readonly isWhole: boolean;
}

/** @param file number of an open file */
export async function readEnds(file: number, size: number): Promise<SessionEnds> {
  if (size <= endLength) {
    const lines = typedLines(await readPart(file, 0, size));
    return { size, head: lines, cut: '', tail: lines, isWhole: true };
  }
  let head: TypedLine[] = [];
  let cut = '';
  for (let length = endLength; ; length *= 4) {
    const text = await readPart(file, 0, Math.min(size, length));
    const end = text.lastIndexOf('\n') + 1;
    cut = text.slice(end);
    head = typedLines(text.slice(0, end));
    if (length >= Math.min(size, farthest) || message.test(cut) || head.some(isMessage)) {
      break;
    }
  }
  let tail: TypedLine[] = [];
  for (let length = endLength; ; length *= 4) {
    const start = Math.max(0, size - length);
    const text = await readPart(file, start, size - start);
    tail = typedLines(start > 0 ? withoutFirstLine(text) : text);
    if (length >= Math.min(size, farthest) || tail.some(isMessage)) {
      break;
    }
  }
  return { size, head, cut, tail, isWhole: false };
}

function withoutFirstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? '' : text.slice(end + 1);
}

function isMessage({ text, isConversation }: TypedLine): boolean {
  return isConversation && message.test(text) && parseListedLine(text)?.message !== undefined;
}

async function readPart(file: number, start: number, length: number): Promise<string> {
  const part = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await readNumber(file, part, read, length - read, start + read);
    if (bytesRead === 0) {
      break;
    }
    read += bytesRead;
  }
  const bom = start === 0 && part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf ? 3 : 0;
  return part.toString('utf8', bom, read);
}
