import { stat } from 'node:fs/promises';

/** Whether a folder is there. */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
