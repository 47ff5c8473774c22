import { existsSync, readFileSync, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Resolves when the file exists; its folder must already exist. */
export function fileAppears(path: string): Promise<void> {
  return fileHolds(path, () => true);
}

/** Resolves when the file exists with the expected text. Creates the folder, to watch it. */
export async function fileHolds(path: string, holds: (text: string) => boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  return new Promise(resolve => {
    const watcher = watch(dirname(path), look);
    function look() {
      if (existsSync(path) && holds(readFileSync(path, 'utf8'))) {
        watcher.close();
        resolve();
      }
    }
    look();
  });
}
