import { dirname } from 'node:path';
import { messageOf } from '../base/errors';
import { silentLog } from '../base/log';
import { Sequencer } from '../base/sequencer';
import { makeFolder } from './durableFolder';
import { FolderLock } from './folderLock';
import { systemClock } from './systemClock';
import { VersionedFile, type VersionedFileOptions } from './versionedFile';

interface SharedFileOptions<T> extends VersionedFileOptions<T> {
  /**
   * Makes the error of a change beside a file of a newer version. Without it, such changes live in
   * memory only.
   */
  newerError?(): Error;
}

/** Milliseconds that a change waits for those of other windows, each of which takes a few. */
const longestWait = 5_000;

/**
 * Small `VersionedFile` of all windows, opened when it is first needed. Its folder need not exist.
 * One window at a time changes it, so that no change of another one is lost.
 */
export class SharedFile<T> {
  private opening: Promise<VersionedFile<T>> | undefined;
  private readonly changes = new Sequencer();
  private readonly lock: FolderLock;

  constructor(private readonly options: SharedFileOptions<T>) {
    const { path, clock = systemClock } = options;
    this.lock = new FolderLock(`${path}.lock`, clock, longestWait);
  }

  /** Returns what this or another window has written last. */
  async read(): Promise<T> {
    return (await this.newest()).value;
  }

  /**
   * Changes what this or another window has written last.
   * @param change may be called twice; returns the same value to write nothing
   * @returns the value from then on
   * @throws the system error if it cannot be written; the change is dropped then
   */
  change(change: (value: T) => T): Promise<T> {
    return this.changes.queue(async () => {
      const { value } = await this.newest();
      return change(value) === value
        ? value
        : this.lock.holdOrGoOn(
            () => this.apply(change),
            // Better a change of another window is lost in the worst case than surely this one.
            error => this.warn(error),
          );
    });
  }

  private async apply(change: (value: T) => T): Promise<T> {
    const file = await this.newest();
    const next = change(file.value);
    if (next === file.value) {
      return next;
    }
    const { newerError } = this.options;
    if (file.report.kind === 'newer' && newerError) {
      throw newerError();
    }
    file.set(next);
    try {
      await file.flush();
    } catch (error) {
      // Written later, it would replace what other windows write meanwhile. The caller is told.
      file.abandon();
      this.opening = undefined;
      throw error;
    }
    return next;
  }

  private async newest(): Promise<VersionedFile<T>> {
    this.opening ??= this.open().catch((error: unknown) => {
      // Another window may have set a damaged file aside at the same moment.
      this.opening = undefined;
      throw error;
    });
    const file = await this.opening;
    await file.refresh();
    return file;
  }

  private async open(): Promise<VersionedFile<T>> {
    await makeFolder(dirname(this.options.path));
    return VersionedFile.open(this.options);
  }

  private warn(error: unknown): void {
    const { log = silentLog, path } = this.options;
    log.warn(`${path} is changed without a lock: ${messageOf(error)}`);
  }
}
