import type { BlobId } from '../../../contract/ids';
import { BaselineCollector, type CollectorOptions } from './baselineCollector';
import { BlobFiles, digest, encodeContent } from './blobFiles';

export interface BaselinesOptions extends CollectorOptions {
  /** Absolute; created with the first content. Several windows share it. */
  readonly folder: string;
}

/**
 * Contents of files as they were before and after edits, each kept once under the sha256 of its bytes.
 * Only the user can read the files: they are copies of whatever the agent touches.
 */
export class Baselines {
  private readonly files: BlobFiles;
  private readonly collector: BaselineCollector;
  private readonly putting = new Map<BlobId, Promise<void>>();
  /** Contents that were whole when this window put them: their files need not be read again. */
  private readonly sound = new Set<BlobId>();

  constructor(private readonly options: BaselinesOptions) {
    this.files = new BlobFiles(options.folder);
    this.collector = new BaselineCollector(this.files, options);
  }

  /**
   * Keeps a content, from now on for as long as the limits say.
   * @throws UserError `storeFull`; the system's error when it cannot be written
   */
  async put(bytes: Uint8Array): Promise<BlobId> {
    const ref = digest(bytes);
    const putting =
      this.putting.get(ref) ?? this.keep(ref, bytes).finally(() => this.putting.delete(ref));
    this.putting.set(ref, putting);
    await putting;
    return ref;
  }

  /** `undefined` when it is not there, or is not what was put: half a file is no baseline. */
  async get(ref: BlobId): Promise<Uint8Array | undefined> {
    return isRef(ref) ? this.files.read(ref) : undefined;
  }

  /**
   * Removes what is too old or too much and not pinned.
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

  /** Whether it was there already. One that a power cut has damaged counts as missing. */
  private async renew(ref: BlobId): Promise<boolean> {
    if (!this.sound.has(ref) && !(await this.files.read(ref))) {
      return false;
    }
    this.sound.add(ref);
    return this.files.touch(ref, this.options.clock.now());
  }
}

/** Refs come back from the page and from tab addresses, and become file names. */
export function isRef(text: string): text is BlobId {
  return /^[0-9a-f]{64}$/.test(text);
}
