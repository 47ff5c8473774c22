import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** End of a file that may still grow. */
export interface FileTail {
  readonly text: string;
  /** True if the file has text before it. */
  readonly isCut: boolean;
  /** Version of the file's content, by size and modification time. */
  readonly version: string;
}

/** Opens pipes without waiting and does not follow links. Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Reads the last bytes of a text file, starting at a whole line if it is cut. Returns undefined if
 * there is no such file, or if its version is still `known`. Links and pipes are not read.
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
