import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { FileScan, type LeftOut, type ScanLimits } from './fileScan';
import type { ShadowRepository, StoredBlob } from './shadowRepository';

/** What differs from what the index remembers. */
export interface Findings {
  /** Path → what it was; `undefined` when it is new. */
  readonly files: ReadonlyMap<string, StoredBlob | undefined>;
  /** Paths that have changed and are not compared. */
  readonly leftOut: ReadonlyMap<string, LeftOut>;
  /** Which files are new since the pass before is not known. */
  readonly missesNewFiles: boolean;
}

/** Findings, and what it takes to remember them. */
export interface Comparison extends Findings {
  readonly toUpdate: readonly string[];
  readonly hasTooManyNew: boolean;
}

/** Files put into the index together: a first pass that is stopped need not begin from nothing. */
const updateBatch = 5_000;

/** Remembers what the files of a work tree were. Throws as `ShadowRepository` does. */
export class TreeIndex {
  private readonly scanner: FileScan;
  /** There were more new files than are remembered. */
  private missesNewFiles = false;

  /** @param store bytes of objects, after which they are thrown away */
  constructor(
    readonly shadow: ShadowRepository,
    root: string,
    private readonly limits: ScanLimits & { readonly store: number },
    private readonly log: Log,
  ) {
    this.scanner = new FileScan(root, limits);
  }

  /** Whether new files can be told from those that were there. */
  get knowsNewFiles(): boolean {
    return !this.missesNewFiles;
  }

  /** @param needsBlobs false: `files` does not say what they were */
  async compare(signal: AbortSignal, needsBlobs: boolean): Promise<Comparison> {
    const states = await this.shadow.list(signal);
    const { paths, leftOut, hasTooManyNew } = await this.scanner.scan(states, signal);
    const isKnown = (path: string) => states.get(path) !== 'new';
    const blobs =
      needsBlobs && paths.some(isKnown)
        ? await this.shadow.blobsOfChanged(signal)
        : new Map<string, StoredBlob>();
    const missesNewFiles = this.missesNewFiles || hasTooManyNew;
    const told = paths.filter(path => (isKnown(path) ? blobs.has(path) : !missesNewFiles));
    const files = new Map(told.map(path => [path, blobs.get(path)]));
    return { files, leftOut, missesNewFiles, toUpdate: paths, hasTooManyNew };
  }

  /** Remembers what was compared. What has changed since then is found the next time. */
  async update({ toUpdate, hasTooManyNew }: Comparison, signal: AbortSignal): Promise<void> {
    await this.remember(toUpdate, signal);
    this.missesNewFiles = hasTooManyNew;
  }

  /**
   * Reads the whole work tree.
   * @param mayForget whether nobody needs what is remembered
   * @returns whether everything had to be forgotten
   */
  async rebuild(signal: AbortSignal, mayForget: boolean): Promise<boolean> {
    await this.shadow.prepare(signal);
    const isUsable = await this.isUsable(signal, mayForget);
    if (!isUsable) {
      await this.shadow.remove();
      await this.shadow.prepare(signal);
    }
    const states = await this.shadow.list(signal);
    const tracked = await this.tracked(signal);
    const remembered = await this.shadow.remembered(signal);
    for (const path of tracked) {
      // Ignored, and tracked all the same.
      if (!remembered.has(path) && !states.has(path)) {
        states.set(path, 'new');
      }
    }
    const { paths, hasTooManyNew } = await this.scanner.scan(states, signal, tracked);
    await this.remember(paths, signal);
    this.missesNewFiles = hasTooManyNew;
    await this.shadow.refresh(signal);
    return !isUsable;
  }

  private async isUsable(signal: AbortSignal, mayForget: boolean): Promise<boolean> {
    try {
      await this.shadow.remembered(signal);
      return !mayForget || (await this.shadow.ownSize(signal)) <= this.limits.store;
    } catch (error) {
      signal.throwIfAborted();
      this.log.warn(`What was remembered of the workspace is damaged: ${messageOf(error)}`);
      return false;
    }
  }

  private async tracked(signal: AbortSignal): Promise<ReadonlySet<string>> {
    try {
      return await this.shadow.tracked(signal);
    } catch (error) {
      signal.throwIfAborted();
      this.log.warn(`Which files the repository tracks is not known: ${messageOf(error)}`);
      return new Set();
    }
  }

  private async remember(paths: readonly string[], signal: AbortSignal): Promise<void> {
    for (let start = 0; start < paths.length; start += updateBatch) {
      await this.shadow.update(paths.slice(start, start + updateBatch), signal);
    }
  }
}
