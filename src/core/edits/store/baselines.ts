import type { BlobId } from '../../../contract/ids';
import { BaselineCollector, type CollectorOptions } from './baselineCollector';
import { BlobFiles, digest, encodeContent } from './blobFiles';

export interface BaselinesOptions extends CollectorOptions {
  /** Absolute path; created with the first content. Several windows share the folder. */
  readonly folder: string;
}

/**
 * File contents before and after edits, each stored once under the sha256 of its bytes. Only the
 * user can read the files: they are copies of whatever the agent touches.
 */
export class Baselines {
  private readonly files: BlobFiles;
  private readonly collector: BaselineCollector;
  private readonly putting = new Map<BlobId, Promise<void>>();
  /** Contents known to be intact from an earlier `put` in this window; not read again. */
  private readonly sound = new Set<BlobId>();

  constructor(private readonly options: BaselinesOptions) {
    this.files = new BlobFiles(options.folder);
    this.collector = new BaselineCollector(this.files, options);
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
    if (await this.renew(ref)) {
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
    this.sound.add(ref);
  }

  /** @returns whether the content was already stored; damage by a power cut counts as missing */
  private async renew(ref: BlobId): Promise<boolean> {
    if (!this.sound.has(ref) && !(await this.files.read(ref))) {
      return false;
    }
    this.sound.add(ref);
    return this.files.touch(ref, this.options.clock.now());
  }
}

/** Validates a ref: refs come back from the webview and from tab URIs, and become file names. */
export function isRef(text: string): text is BlobId {
  return /^[0-9a-f]{64}$/.test(text);
}
