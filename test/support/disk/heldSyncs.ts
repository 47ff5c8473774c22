import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Deferred } from '../../../src/base/deferred';

/** Keeps files from being synced with the disk, as a busy disk does. Folders are synced at once. */
export class HeldSyncs {
  /** Files that have waited so far. */
  readonly paths: string[] = [];
  private readonly first = new Deferred<void>();
  private readonly released = new Deferred<void>();
  private readonly original = fs.promises.open;

  constructor() {
    fs.promises.open = async (...args) => {
      const handle = await this.original(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        if (args[1] !== 'r') {
          this.paths.push(String(args[0]));
          this.first.resolve();
          await this.released.promise;
        }
        await sync();
      };
      return handle;
    };
    syncBuiltinESMExports();
  }

  /** Resolves when a file waits. */
  get reached(): Promise<void> {
    return this.first.promise;
  }

  release(): void {
    if (!this.released.settled) {
      fs.promises.open = this.original;
      syncBuiltinESMExports();
      this.released.resolve();
    }
  }
}
