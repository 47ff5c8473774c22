import fs from 'node:fs';
import { Deferred } from '../../../src/base/deferred';
import { replaceOpen } from './replaceOpen';

const { open } = fs.promises;
/** Those that have not been released, in the order of their start. */
const present = new Set<HeldSyncs>();

/** Keeps files from being synced with the disk, as a busy disk does. Folders are synced at once. */
export class HeldSyncs {
  /** Files that have waited so far. */
  readonly paths: string[] = [];
  private readonly first = new Deferred<void>();
  private readonly released = new Deferred<void>();

  constructor() {
    present.add(this);
    replaceOpen(openHeld);
  }

  /** Resolves when a file waits. */
  get reached(): Promise<void> {
    return this.first.promise;
  }

  release(): void {
    if (present.delete(this)) {
      if (present.size === 0) replaceOpen(open);
      this.released.resolve();
    }
  }

  /** Waits until the release. */
  async hold(path: string): Promise<void> {
    this.paths.push(path);
    this.first.resolve();
    await this.released.promise;
  }
}

/** Each file waits for those that were present when it was opened. */
const openHeld: typeof open = async (...args) => {
  const holding = [...present];
  const handle = await open(...args);
  const sync = handle.sync.bind(handle);
  handle.sync = async () => {
    if (args[1] !== 'r') {
      await Promise.all(holding.map(held => held.hold(String(args[0]))));
    }
    await sync();
  };
  return handle;
};
