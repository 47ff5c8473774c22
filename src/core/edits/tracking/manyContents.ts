import type { BlobId } from '../../../contract/ids';
import type { DescribedChange } from './describeChange';

/** Contents of a file before and after a change; `undefined` if there was no file. */
export interface ContentPair {
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** A pair in the store. */
export interface KeptPair {
  readonly before: BlobId | undefined;
  readonly after: BlobId | undefined;
  readonly described: DescribedChange;
}

/** Stores and compares many contents at once, beside this thread. */
export interface ManyContents {
  /**
   * Never rejects.
   * @returns `undefined` for each pair that is to be stored and compared by itself, such as all if
   *   there are few
   */
  keepPairs(pairs: readonly ContentPair[]): Promise<readonly (KeptPair | undefined)[]>;
}
