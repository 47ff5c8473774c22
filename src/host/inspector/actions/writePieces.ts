import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes pieces beside the file and puts it in place at the end, so that it is never half a file.
 * @returns false if it was canceled; nothing is left then
 */
export async function writePieces(
  path: string,
  pieces: AsyncIterable<string>,
  isCancelled: () => boolean,
): Promise<boolean> {
  // A name that nobody can foresee, and so has put nothing there.
  const part = `${path}.${randomUUID().slice(0, 8)}.part`;
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600 });
  // A stream that fails early still creates its file, which could then not be removed yet.
  const closed = new Promise<void>(resolve => file.once('close', () => resolve()));
  try {
    let isWhole = true;
    async function* left(): AsyncGenerator<string> {
      for await (const piece of pieces) {
        if (isCancelled()) {
          isWhole = false;
          return;
        }
        yield piece;
      }
    }
    await pipeline(Readable.from(left()), file);
    if (isWhole) {
      await rename(part, path);
    }
    return isWhole;
  } finally {
    await closed;
    await rm(part, { force: true });
  }
}
