import type { FileHandle } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { AbortSignalLike } from '../../base/abort';

const lineFeed = 0x0a;
const blockLength = 1024 * 1024;
/** Bytes of a text that are searched for: Node finds four bytes three times as fast as nine. */
const probeLength = 4;

export interface Bounds {
  /** Offset at which the first occurrence begins. */
  readonly first: number;
  readonly last: number;
}

/** ASCII texts to be found. */
export interface WantedTexts<T extends string> {
  /** Texts that count at the beginning of a line only. */
  readonly begins: readonly T[];
  /** Texts with a common beginning, which takes one search for all of them. */
  readonly inside: readonly T[];
}

/** Finds texts before a position in one pass over the bytes; texts not found are left out. */
export async function boundsIn<T extends string>(
  file: FileHandle,
  wanted: WantedTexts<T>,
  before: number,
  signal: AbortSignalLike,
): Promise<Map<T, Bounds>> {
  const begins = wanted.begins.map(toNeedle);
  const inside = wanted.inside.map(toNeedle);
  const common = Buffer.from(commonBeginning(wanted.inside));
  const probe = common.subarray(-probeLength);
  const lead = common.length - probe.length;
  // An occurrence, and the line feed before it, may cross the border between two blocks.
  const overlap = Math.max(0, ...[...begins, ...inside].map(({ bytes }) => bytes.length));
  const block = Buffer.allocUnsafe(blockLength);
  const found = new Map<T, Bounds>();
  for (let end = before; end > 0; ) {
    if (signal.aborted) {
      throw new Error(l10n.t('The conversation was closed.'));
    }
    const start = Math.max(0, end - block.length);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    const bytes = block.subarray(0, bytesRead);
    const here = new Map<T, Bounds>();
    const look = (needles: readonly Needle<T>[], at: number) => {
      for (const { text, bytes: needle } of needles) {
        if (isAt(bytes, at, needle)) {
          here.set(text, { first: here.get(text)?.first ?? start + at, last: start + at });
        }
      }
    };
    for (const at of lineStarts(bytes, start === 0)) {
      look(begins, at);
    }
    for (let at = indexOf(bytes, probe, 0); at !== -1; at = indexOf(bytes, probe, at + 1)) {
      look(inside, at - lead);
    }
    for (const [text, { first, last }] of here) {
      found.set(text, { first, last: found.get(text)?.last ?? last });
    }
    end = start === 0 ? 0 : start + overlap;
  }
  return found;
}

interface Needle<T> {
  readonly text: T;
  readonly bytes: Buffer;
}

function toNeedle<T extends string>(text: T): Needle<T> {
  return { text, bytes: Buffer.from(text) };
}

/** @returns -1 if there is nothing to be found */
function indexOf(bytes: Buffer, text: Buffer, from: number): number {
  return text.length === 0 ? -1 : bytes.indexOf(text, from);
}

function isAt(bytes: Buffer, at: number, text: Buffer): boolean {
  // Before the first byte, there is nothing that equals a byte.
  let index = 0;
  while (index < text.length && bytes[at + index] === text[index]) {
    index += 1;
  }
  return index === text.length;
}

/** @param isFileStart whether a line, perhaps after a byte order mark, begins at the first byte */
function* lineStarts(bytes: Buffer, isFileStart: boolean): Generator<number> {
  if (isFileStart) {
    yield afterZeros(bytes, bytes[0] === 0xef ? 3 : 0);
  }
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    yield afterZeros(bytes, at + 1);
  }
}

/** Zeros fill up a file after a crash. */
function afterZeros(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === 0) {
    at += 1;
  }
  return at;
}

function commonBeginning(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  while (!others.every(text => text.startsWith(first.slice(0, length)))) {
    length -= 1;
  }
  return first.slice(0, length);
}
