import { dirname } from 'node:path';
import { makeFolder } from './durableFolder';
import { VersionedFile, type VersionedFileOptions } from './versionedFile';

/** Small `VersionedFile` of all windows, opened when it is first needed. Its folder need not exist. */
export class SharedFile<T> {
  private opening: Promise<VersionedFile<T>> | undefined;

  constructor(private readonly options: VersionedFileOptions<T>) {}

  /** Returns what this or another window has written last. */
  async read(): Promise<T> {
    return (await this.newest()).value;
  }

  /**
   * Changes what this or another window has written last.
   * @param change returns the same value to write nothing
   */
  async change(change: (value: T) => T): Promise<void> {
    const file = await this.newest();
    const next = change(file.value);
    if (next !== file.value) {
      file.update(() => next);
      await file.flush();
    }
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
}
