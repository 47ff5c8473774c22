import type { BlobId } from '../../../contract/ids';
import type { Located, Place } from '../place';
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

export interface BytesPair {
  readonly before: Bytes;
  readonly after: Bytes;
}

export interface StoredPair {
  readonly before: BlobId | undefined;
  readonly after: BlobId | undefined;
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
  /**
   * Stores pairs of contents.
   * @returns `undefined` for each pair that is to be stored by itself
   */
  store(pairs: readonly BytesPair[]): Promise<readonly (StoredPair | undefined)[]>;
  /** Number of files that may be written with one call. */
  readonly fewestWritten: number;
  readonly mostWritten: number;
  /**
   * Writes files on disk one after the other, as `FilesOnDisk` does, up to the first failure.
   * @returns `undefined` if it ended meanwhile: how far it went is not known
   */
  write(files: readonly WantedFile[]): Promise<WrittenFiles | undefined>;
}

/** A file with the bytes that it is to have. */
export interface WantedFile extends Located {
  readonly now: Present;
  readonly bytes: Bytes;
  /** Permission bits that it is to have; absent: those that it has. */
  readonly mode?: number | undefined;
}

export interface WrittenFiles {
  /** The first files as they were read back. */
  readonly done: readonly WrittenFile[];
  /** Why the file after them could not be written. */
  readonly error?: unknown;
}

export interface WrittenFile {
  readonly place: Place | undefined;
  readonly mode: number | undefined;
  /** Whether the file has the wanted bytes: nobody has changed it since. */
  readonly isAsWanted: boolean;
}
