import { existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** Resolves when the file is there; its folder must exist. */
export function fileAppears(path: string): Promise<void> {
  return new Promise(resolve => {
    const watcher = watch(dirname(path), look);
    function look() {
      if (existsSync(path)) {
        watcher.close();
        resolve();
      }
    }
    look();
  });
}
