import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Neither follows a link, nor waits for the other end of a pipe. Not all systems have these flags. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file and closes it again, all of it at once.
 * @param use gets its number and what is known of it
 * @returns the result; undefined if something else than a regular file is there: a link, a pipe
 * @throws the system's error, `ELOOP` for a link on systems that tell
 */
export function withRegularFile<T>(
  path: string,
  use: (file: number, stats: Stats) => T,
): T | undefined {
  const file = openSync(path, flags);
  try {
    const stats = fstatSync(file);
    return stats.isFile() ? use(file, stats) : undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * Reads from the beginning of a file that was just opened.
 * @returns how many bytes there were: fewer than the buffer has if the file is shorter
 */
export function readInto(file: number, buffer: Uint8Array): number {
  let length = 0;
  for (let read = -1; read !== 0 && length < buffer.length; length += read) {
    read = readSync(file, buffer, length, buffer.length - length, null);
  }
  return length;
}
