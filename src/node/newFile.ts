import { open, rm } from 'node:fs/promises';

/** Writes a file that does not exist, or leaves none. Links are not followed. */
export async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
  } catch (error) {
    // Half a file is none, and takes room.
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
