import { open, stat } from 'node:fs/promises';
import { messageOf } from '../../base/errors';

/** Bytes of the largest file whose content is kept. */
const largestFile = 10 * 1024 * 1024;

export type FileContent =
  | { kind: 'absent' }
  /** `executableMode`: permission bits of a file that may be run. */
  | { kind: 'read'; bytes: Uint8Array; executableMode?: number }
  /** It is there, and its content is not known. */
  | { kind: 'unreadable'; reason: string };

/** What is at a path now, links followed. Never rejects. */
export async function readContent(path: string): Promise<FileContent> {
  try {
    // Before it is opened: that would wait for the other end of a pipe.
    const found = await stat(path);
    if (!found.isFile()) {
      return { kind: 'unreadable', reason: 'It is not a regular file.' };
    }
    return await readBounded(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'absent' }
      : { kind: 'unreadable', reason: messageOf(error) };
  }
}

async function readBounded(path: string): Promise<FileContent> {
  const file = await open(path, 'r');
  try {
    const { size, mode } = await file.stat();
    if (size > largestFile) {
      return { kind: 'unreadable', reason: 'It is larger than 10 MB.' };
    }
    const bits = mode & 0o777;
    const bytes = await file.readFile();
    return { kind: 'read', bytes, ...(bits & 0o111 ? { executableMode: bits } : {}) };
  } finally {
    await file.close();
  }
}

export interface DecodedText {
  /** Without byte order mark. */
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  /** Some bytes are no text in the encoding; they became U+FFFD. */
  readonly isLossy: boolean;
}

/** As the CLI decodes: UTF-16 little-endian by its mark, UTF-8 otherwise. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const encoding = isUtf16 ? 'utf-16le' : 'utf-8';
  const hasByteOrderMark = isUtf16 || (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { text, hasByteOrderMark, isLossy: false };
  } catch (error) {
    if (!(error instanceof TypeError)) {
      throw error;
    }
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, hasByteOrderMark, isLossy: true };
  }
}
