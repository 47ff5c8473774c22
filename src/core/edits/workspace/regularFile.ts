import { constants } from 'node:fs';
import { join } from 'node:path';
import { closeNumber, openNumber, readNumber, statNumber } from '../../../node/callbackFs';
import type { LeftOut } from './fileLook';
import type { LinkedFolders } from './linkedFolders';

/** Does not follow links or wait for the other end of a pipe. Not all systems have these flags. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export type RegularFile =
  /** `mode`: permission bits; `inode`: number of the file in its file system. */
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      readonly mode: number;
      readonly inode: string;
    }
  /** Nothing or a folder is at the path. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'leftOut'; readonly reason: LeftOut };

/**
 * Reads what a file contains now. Never rejects.
 * @param limit bytes
 */
async function readRegular(path: string, limit: number): Promise<RegularFile> {
  try {
    const file = await openNumber(path, flags);
    try {
      const entry = await statNumber(file, { bigint: true });
      if (entry.isDirectory()) {
        return { kind: 'absent' };
      }
      if (!entry.isFile() || entry.size > limit) {
        return { kind: 'leftOut', reason: entry.isFile() ? 'tooLarge' : 'notRegular' };
      }
      const bytes = await readAll(file, Number(entry.size));
      const mode = Number(entry.mode) & 0o777;
      return { kind: 'read', bytes, mode, inode: String(entry.ino) };
    } finally {
      await closeNumber(file);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') {
      return { kind: 'absent' };
    }
    return { kind: 'leftOut', reason: code === 'ELOOP' ? 'notRegular' : 'unreadable' };
  }
}

/**
 * Reads a file below a root, unless its path leads through a link. Never rejects.
 * @param linked of the same root
 * @param limit bytes
 */
export async function readBelow(
  root: string,
  path: string,
  linked: LinkedFolders,
  limit: number,
): Promise<RegularFile> {
  return (await linked.leadTo(path)) ? { kind: 'absent' } : readRegular(join(root, path), limit);
}

async function readAll(file: number, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await readNumber(file, bytes, length, size - length, null);
    if (bytesRead === 0) {
      break;
    }
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
