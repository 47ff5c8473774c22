import { setImmediate } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { Sequencer } from '../../../base/sequencer';
import type { BlobId } from '../../../contract/ids';
import type { BlobFiles, StoredFile } from './blobFiles';
import { type BaselineLimits, chooseEvicted, totalSize } from './eviction';

/** Milliseconds before a full store is collected again: doing so on every edit would be costly. */
const fullFor = 30_000;

export interface CollectorOptions {
  /** Read at each use. */
  readonly limits: () => BaselineLimits;
  /**
   * Contents that are never evicted: those of unreviewed changes and live sessions in all windows.
   * Read at each collection; if it rejects, nothing is evicted.
   */
  readonly pinned: () => Promise<ReadonlySet<BlobId>>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps the store within its limits. Other windows' contents count from the next collection. */
export class BaselineCollector {
  /** Bytes stored, as far as this window knows. */
  private size = 0;
  /** Bytes reserved so far. */
  private reserved = 0;
  /** Bytes waiting for space. */
  private waiting = 0;
  private fullUntil = 0;
  private readonly reservations = new Sequencer();
  private measuring: Promise<void> | undefined;
  private collecting: Promise<void> | undefined;

  constructor(
    private readonly files: BlobFiles,
    private readonly options: CollectorOptions,
  ) {}

  /**
   * Reserves space for bytes about to be written; evicts first if the limit is reached.
   * @throws UserError `change.storeFull` when nothing can be evicted
   */
  reserve(bytes: number): Promise<void> {
    this.waiting += bytes;
    // Serialized, so that space freed for one request is not taken by a later one.
    return this.reservations.queue(() =>
      this.makeRoom(bytes).finally(() => {
        this.waiting -= bytes;
      }),
    );
  }

  /**
   * Reserves space as far as there is some without evicting anything.
   * @returns whether there was
   */
  tryReserve(bytes: number): Promise<boolean> {
    return this.reservations.queue(async () => {
      await this.measured();
      const fits = this.fits(bytes);
      if (fits) {
        this.take(bytes);
      }
      return fits;
    });
  }

  /** Returns reserved bytes that were not written. */
  release(bytes: number): void {
    this.size -= bytes;
    this.reserved -= bytes;
  }

  /**
   * Removes contents that are too old or exceed the size limit. Callers share a running collection.
   * @throws the system's error when the folder cannot be listed
   */
  collect(): Promise<void> {
    this.collecting ??= this.run().finally(() => {
      this.collecting = undefined;
    });
    return this.collecting;
  }

  private async makeRoom(bytes: number): Promise<void> {
    await this.measured();
    if (!this.fits(bytes)) {
      // A running collection may have made its choice before these bytes were waiting.
      await this.collecting;
    }
    if (!this.fits(bytes)) {
      await this.evict(bytes);
    }
    if (!this.fits(bytes)) {
      throw storeFull(this.options.limits().maxSize);
    }
    this.take(bytes);
  }

  private take(bytes: number): void {
    this.size += bytes;
    this.reserved += bytes;
  }

  private async evict(bytes: number): Promise<void> {
    const { clock } = this.options;
    if (clock.now() < this.fullUntil) {
      return;
    }
    await this.collect();
    if (!this.fits(bytes)) {
      this.fullUntil = clock.now() + fullFor;
    }
  }

  private fits(bytes: number): boolean {
    return this.size + bytes <= this.options.limits().maxSize;
  }

  private measured(): Promise<void> {
    this.measuring ??= this.measure().catch((error: unknown) => {
      this.measuring = undefined;
      throw error;
    });
    return this.measuring;
  }

  private async measure(): Promise<void> {
    this.size = totalSize(await this.files.list());
  }

  private async run(): Promise<void> {
    const { limits, clock, log } = this.options;
    const reservedBefore = this.reserved;
    const files = await this.files.list();
    // Read after the listing, to include contents stored before it and pinned since.
    const pinned = await this.pinned();
    const evicted = chooseEvicted(files, {
      limits: limits(),
      pinned,
      waiting: this.waiting,
      now: clock.now(),
    });
    const removed = await this.remove(evicted);
    this.size = totalSize(files) - totalSize(removed) + this.reserved - reservedBefore;
    this.measuring ??= Promise.resolve();
    log.debug(`${removed.length} of ${files.length} stored contents were removed.`);
  }

  private async pinned(): Promise<ReadonlySet<BlobId> | undefined> {
    try {
      return await this.options.pinned();
    } catch (error) {
      this.options.log.warn(
        `No stored content is removed: which ones are in use is not known: ${messageOf(error)}`,
      );
      return undefined;
    }
  }

  private async remove(files: readonly StoredFile[]): Promise<StoredFile[]> {
    const removed: StoredFile[] = [];
    for (const file of files) {
      try {
        if (this.files.removeUnused(file)) {
          removed.push(file);
        }
      } catch (error) {
        this.options.log.warn(`${file.path} could not be removed: ${messageOf(error)}`);
      }
      await setImmediate();
    }
    return removed;
  }
}

function storeFull(maxSize: number): UserError {
  const megabytes = Math.round(maxSize / 1024 / 1024);
  return new UserError(
    'change.storeFull',
    l10n.t(
      'The store of file contents is full ({0} MB). Review changes, so that their contents can be removed, or raise the setting tandem.baselines.maxSizeMegabytes.',
      megabytes,
    ),
  );
}
