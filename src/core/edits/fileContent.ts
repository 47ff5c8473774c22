import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { messageOf } from '../../base/errors';
import { openForReading, type Place, realPlace } from './place';

/** Bytes of the largest file whose content is kept. */
const largestFile = 10 * 1024 * 1024;

export type FileContent =
  | { kind: 'absent'; place: Place }
  /** `mode`: permission bits; `names`: number of hard links to the file. */
  | { kind: 'read'; bytes: Uint8Array; mode: number; names: number; place: Place }
  /** The path exists, but its content is unknown. */
  | { kind: 'unreadable'; reason: string };

/** Reads what `path` contains now, following links. Never rejects. */
export async function readContent(path: string): Promise<FileContent> {
  try {
    return await readPlace(await realPlace(path));
  } catch (error) {
    return { kind: 'unreadable', reason: messageOf(error) };
  }
}

/**
 * Reads what a file contains now. Never rejects.
 * @param real see `realPlace`
 */
export async function readPlace(real: string): Promise<FileContent> {
  try {
    // Checked before opening: `open` would wait for the other end of a pipe.
    const found = await stat(real);
    if (!found.isFile()) {
      return { kind: 'unreadable', reason: l10n.t('It is not a regular file.') };
    }
    return await readBounded(real);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'absent', place: { real } }
      : { kind: 'unreadable', reason: messageOf(error) };
  }
}

async function readBounded(real: string): Promise<FileContent> {
  const file = await openForReading(real);
  try {
    const { size, mode, nlink, ino } = await file.stat({ bigint: true });
    if (size > largestFile) {
      return { kind: 'unreadable', reason: l10n.t('It is larger than 10 MB.') };
    }
    return {
      kind: 'read',
      bytes: await file.readFile(),
      mode: Number(mode) & 0o777,
      names: Number(nlink),
      place: { real, inode: String(ino) },
    };
  } finally {
    await file.close();
  }
}

export interface DecodedText {
  /** Text without the byte order mark. */
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  /** Some bytes are invalid in the encoding and became U+FFFD. */
  readonly isLossy: boolean;
}

/** Decodes as the CLI does: UTF-16 little-endian if the byte order mark says so, else UTF-8. */
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
