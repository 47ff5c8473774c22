import { stat } from 'node:fs/promises';

/** Returns false for paths that are missing or inaccessible. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
