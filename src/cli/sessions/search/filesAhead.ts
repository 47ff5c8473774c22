import { type FileHandle, open } from 'node:fs/promises';

/** Bytes read at a time. */
export const chunk = 256 * 1024;
/** Files that are begun while one is searched: opening and reading take longer than searching. */
const ahead = 3;

/** A file that is open, with its beginning. */
export interface BegunFile {
  readonly file: FileHandle;
  readonly first: Buffer;
  /** Memory of `first`, for the chunks after it. */
  readonly memory: Buffer;
}

/**
 * Opens the files in turn and reads their beginnings, some of them ahead. Each is closed before the
 * next one is asked for; `undefined` stands for a file that cannot be read.
 */
export async function* filesAhead(
  paths: readonly string[],
): AsyncGenerator<BegunFile | undefined, void> {
  const begun: Promise<BegunFile | undefined>[] = [];
  const free: Buffer[] = [];
  let next = 0;
  try {
    while (next < paths.length || begun.length > 0) {
      for (; begun.length <= ahead && next < paths.length; next += 1) {
        begun.push(begin(paths[next] ?? '', free.pop() ?? Buffer.allocUnsafe(chunk)));
      }
      const one = await begun.shift();
      try {
        yield one;
      } finally {
        await one?.file.close();
      }
      if (one) {
        free.push(one.memory);
      }
    }
  } finally {
    for (const one of await Promise.all(begun)) {
      await one?.file.close();
    }
  }
}

/** Never rejects. */
async function begin(path: string, memory: Buffer): Promise<BegunFile | undefined> {
  // A file may have been deleted after it was listed.
  const file = await open(path).catch(() => undefined);
  if (!file) {
    return undefined;
  }
  try {
    return { file, first: await readInto(file, 0, memory), memory };
  } catch {
    await file.close();
    return undefined;
  }
}

/** Reads as much as there is, at most as much as fits. */
export async function readInto(
  file: FileHandle,
  position: number,
  target: Buffer,
): Promise<Buffer> {
  const { bytesRead } = await file.read(target, 0, target.length, position);
  return target.subarray(0, bytesRead);
}
