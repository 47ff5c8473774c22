import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The end of a file that may still grow. */
export interface FileTail {
  readonly text: string;
  /** There is more before it. */
  readonly isCut: boolean;
  /** Changes when the file does. */
  readonly version: string;
}

/** Opening does not wait for a pipe's other end, and does not follow a link. Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * The last bytes of a text file, from a whole line on where it is cut. Undefined when there is no such
 * file, or when it is as `known` says. What is not a plain file, but a link or a pipe, is not read.
 */
export async function readTail(
  path: string,
  limit: number,
  known?: string,
): Promise<FileTail | undefined> {
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ELOOP') {
      return undefined;
    }
    throw error;
  });
  if (!file) {
    return undefined;
  }
  try {
    const found = await file.stat();
    const version = `${found.size}:${found.mtimeMs}`;
    if (!found.isFile() || version === known) {
      return undefined;
    }
    const start = Math.max(0, found.size - limit);
    const buffer = Buffer.alloc(found.size - start);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    const bytes = buffer.subarray(0, bytesRead);
    const line = start > 0 ? bytes.indexOf(0x0a) + 1 : 0;
    return { text: bytes.toString('utf8', line), isCut: start > 0, version };
  } finally {
    await file.close();
  }
}
