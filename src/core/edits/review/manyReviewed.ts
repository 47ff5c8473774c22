import type { BlobId } from '../../../contract/ids';
import type { Located } from '../place';
import type { Bytes } from './contents';
import type { Difference } from './difference';
import type { Present } from './plan';
import type { StoredContent } from './reviewRecord';

/** A file to read with two contents of it from the store. */
export interface AskedFile extends Located {
  readonly before: StoredContent;
  readonly after: StoredContent;
}

export interface ReadFile {
  readonly now: Present;
  /** Id of the present content. */
  readonly ref: BlobId | undefined;
  readonly before: Bytes;
  readonly after: Bytes;
  /** Absent if it was not asked for, or if no change is left in the file. */
  readonly difference?: Difference;
}

/** Works on many reviewed files at once, beside this thread. Never rejects. */
export interface ManyReviewed {
  /**
   * Reads files on disk, as `FilesOnDisk` does.
   * @param compares whether to find what is different
   * @returns `undefined` for each file that is to be read by itself: it cannot be read, a content
   *   is missing, or there are few files
   */
  read(files: readonly AskedFile[], compares: boolean): Promise<readonly (ReadFile | undefined)[]>;
}
