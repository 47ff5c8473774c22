import { join } from 'node:path';
import { openRegular } from '../boundedFile';

/** Bytes of an index of some five million files. */
const largest = 512 * 1024 * 1024;

/**
 * Reads the index of a work tree.
 * @param gitFolder absolute path
 * @returns content and time of change in milliseconds; `undefined` if it cannot be read
 */
export async function readIndex(
  gitFolder: string,
): Promise<{ bytes: Buffer; time: number } | undefined> {
  const file = await openRegular(join(gitFolder, 'index')).catch(() => undefined);
  try {
    // Git replaces the file, so that this one stays as it is.
    const entry = await file?.stat();
    return file && entry && entry.size <= largest
      ? { bytes: await file.readFile(), time: entry.mtimeMs }
      : undefined;
  } finally {
    await file?.close();
  }
}
