import type { BlobId } from '../../../contract/ids';
import { BaselineCollector, type CollectorOptions } from './baselineCollector';
import { BlobFiles, digest, type EncodedContent, encodeContent } from './blobFiles';

export interface BaselinesOptions extends CollectorOptions {
  /** Absolute path; created with the first content. Several windows share the folder. */
  readonly folder: string;
}

interface StoredElsewhere {
  /** `written`: bytes, 0 for a content that was there already. */
  readonly stored: readonly (
    | { readonly ref: BlobId; readonly form: EncodedContent['form']; readonly written: number }
    | undefined
  )[];
}

/**
 * File contents before and after edits, each stored once under the sha256 of its bytes. Only the
 * user can read the files: they are copies of whatever the agent touches.
 */
export class Baselines {
  private readonly files: BlobFiles;
  private readonly collector: BaselineCollector;
  private readonly putting = new Map<BlobId, Promise<void>>();

  constructor(private readonly options: BaselinesOptions) {
    this.files = new BlobFiles(options.folder);
    this.collector = new BaselineCollector(this.files, options);
  }

  get folder(): string {
    return this.options.folder;
  }

  /**
   * Stores a content, which stays from now on for as long as the limits allow.
   * @throws UserError `change.storeFull`; the system's error when the content cannot be written
   */
  async put(bytes: Uint8Array): Promise<BlobId> {
    const ref = digest(bytes);
    const putting =
      this.putting.get(ref) ?? this.keep(ref, bytes).finally(() => this.putting.delete(ref));
    this.putting.set(ref, putting);
    await putting;
    return ref;
  }

  /**
   * Has somebody else store contents in the folder, where they stay as after `put`.
   * @param most bytes that this may take
   * @param store returns what is on the disk now; `undefined` if nothing could be stored
   * @returns as `store`; `undefined` also if there may not be room: `put` makes some
   */
  async lend<T extends StoredElsewhere>(
    most: number,
    store: (folder: string, now: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { folder, clock } = this.options;
    if (!(await this.collector.tryReserve(most))) {
      return undefined;
    }
    let written = 0;
    try {
      const done = await store(folder, clock.now());
      for (const one of done?.stored ?? []) {
        if (one) {
          this.files.noteStored(one.ref, one.form);
          written += one.written;
        }
      }
      return done;
    } finally {
      this.collector.release(most - written);
    }
  }

  /** @returns `undefined` if the content is missing or damaged: half a file is no baseline */
  async get(ref: BlobId): Promise<Uint8Array | undefined> {
    return isRef(ref) ? this.files.read(ref) : undefined;
  }

  /**
   * Removes contents that are too old or exceed the size limit, except pinned ones.
   * @throws the system's error when the folder cannot be listed
   */
  collect(): Promise<void> {
    return this.collector.collect();
  }

  private async keep(ref: BlobId, bytes: Uint8Array): Promise<void> {
    if ((await this.files.renew(ref, this.options.clock.now())) !== undefined) {
      return;
    }
    const content = await encodeContent(bytes);
    await this.collector.reserve(content.bytes.length);
    try {
      await this.files.write(ref, content);
    } catch (error) {
      this.collector.release(content.bytes.length);
      throw error;
    }
  }
}

/** Validates a ref: refs come back from the webview and from tab URIs, and become file names. */
export function isRef(text: string): text is BlobId {
  return /^[0-9a-f]{64}$/.test(text);
}
