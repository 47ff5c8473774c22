import { rm } from 'node:fs/promises';

/**
 * Removes a folder of a test. A write that is under way in it may add a file after the folder was
 * listed: then it is listed again.
 */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}
