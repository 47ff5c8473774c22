import { open, stat } from 'node:fs/promises';

/** The end of a file that may still grow. */
export interface FileTail {
  readonly text: string;
  /** There is more before it. */
  readonly isCut: boolean;
  /** Changes when the file does. */
  readonly version: string;
}

/**
 * The last bytes of a text file, from a whole line on where it is cut. Undefined when there is no such
 * file, or when it is as `known` says. Nothing but a plain file is opened: a pipe would wait.
 */
export async function readTail(
  path: string,
  limit: number,
  known?: string,
): Promise<FileTail | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  });
  const version = found && `${found.size}:${found.mtimeMs}`;
  if (!found?.isFile() || !version || version === known) {
    return undefined;
  }
  const start = Math.max(0, found.size - limit);
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(found.size - start);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    const bytes = buffer.subarray(0, bytesRead);
    const line = start > 0 ? bytes.indexOf(0x0a) + 1 : 0;
    return { text: bytes.toString('utf8', line), isCut: start > 0, version };
  } finally {
    await file.close();
  }
}
