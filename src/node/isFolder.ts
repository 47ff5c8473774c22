import { stat } from 'node:fs/promises';

/** False for what is gone and for what cannot be looked at. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
