import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the bytes of all files in a folder, without following links. Files that vanish meanwhile
 * count as nothing.
 * @returns 0 if the folder is missing
 */
export async function folderSize(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      size += await folderSize(path);
    } else if (entry.isFile()) {
      size += await lstat(path).then(
        ({ size: bytes }) => bytes,
        () => 0,
      );
    }
  }
  return size;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}
