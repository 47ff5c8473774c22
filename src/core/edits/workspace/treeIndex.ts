import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { LeftOut } from './fileLook';
import { FileScan, type ScanLimits } from './fileScan';
import type { StoredBlob } from './fileStates';
import type { ManyPaths } from './manyPaths';
import type { ShadowRepository, TakenTree } from './shadowRepository';

/** Differences from the state in the index. */
export interface Findings {
  /** Previous content by path; `undefined` if the file is new. */
  readonly files: ReadonlyMap<string, StoredBlob | undefined>;
  /** Paths that have changed but are not compared. */
  readonly leftOut: ReadonlyMap<string, LeftOut>;
  /** Files created since the previous pass are unknown. */
  readonly missesNewFiles: boolean;
}

/** Findings, with the data needed to update the index. */
export interface Comparison extends Findings {
  readonly gone: readonly string[];
  readonly present: readonly string[];
  readonly hasTooManyNew: boolean;
  readonly size: number;
}

/** Files added to the index at a time, so that an aborted first pass need not start over. */
const updateBatch = 5_000;

/** Times that git may fail to read a file in one batch; each costs another run of it. */
const mostRefusals = 40;
/** Times that one file is read again, because it was written meanwhile. */
const mostTries = 3;

/** Remembers previous states of files in a work tree. Throws as `ShadowRepository` does. */
export class TreeIndex {
  private readonly scanner: FileScan;
  /** There were more new files than the limit. */
  private missesNewFiles = false;
  /** Bytes that passes have compared since the whole work tree was read. */
  private added = 0;

  /** @param store bytes of objects beyond which they are discarded */
  constructor(
    readonly shadow: ShadowRepository,
    root: string,
    private readonly limits: ScanLimits & { readonly store: number },
    private readonly log: Log,
    many?: ManyPaths,
  ) {
    this.scanner = new FileScan(root, limits, many);
  }

  /** Whether new files can be distinguished from existing ones. */
  get knowsNewFiles(): boolean {
    return !this.missesNewFiles;
  }

  /**
   * Whether the work tree should be read again, apart from changed files, which each pass finds.
   * Starts no program.
   */
  async isOutdated(): Promise<boolean> {
    return this.added > this.limits.store || (await this.shadow.isOutdated());
  }

  /** @param needsBlobs false if `files` may omit previous contents */
  async compare(signal: AbortSignal, needsBlobs: boolean): Promise<Comparison> {
    const listed = await this.shadow.list(signal);
    const { files: states } = listed;
    const scan = await this.scanner.scan(states, signal);
    const { gone, present, leftOut, hasTooManyNew, size } = scan;
    const paths = [...gone, ...present];
    const isKnown = (path: string) => states.get(path) !== 'new';
    const known = needsBlobs ? paths.filter(isKnown) : [];
    const asked = listed.blobs ? [] : known;
    const blobs = asked.length > 0 ? await this.shadow.blobsOf(asked, signal) : listed.blobs;
    const missesNewFiles = this.missesNewFiles || hasTooManyNew;
    const reported = paths.filter(path =>
      isKnown(path) ? needsBlobs && blobs?.has(path) : !missesNewFiles,
    );
    const files = new Map(reported.map(path => [path, blobs?.get(path)]));
    return { files, leftOut, missesNewFiles, gone, present, hasTooManyNew, size };
  }

  /** Stores the compared state. The next pass finds anything that has changed since then. */
  async update(comparison: Comparison, signal: AbortSignal): Promise<void> {
    this.added += comparison.size;
    // The user's git may remove what only their index or an old commit names.
    await this.remember(comparison, false, signal);
    this.missesNewFiles = comparison.hasTooManyNew;
  }

  /** Whether `tidy` is worth its time. */
  get isUntidy(): boolean {
    return this.shadow.isUntidy;
  }

  /** Makes the next passes faster. Finds nothing. */
  async tidy(signal: AbortSignal): Promise<void> {
    await this.shadow.refresh(signal);
  }

  /**
   * Reads the whole work tree.
   * @param mayForget true if the stored state is not in use
   * @returns whether the stored state had to be discarded
   */
  async rebuild(signal: AbortSignal, mayForget: boolean): Promise<boolean> {
    await this.shadow.prepare(signal);
    const isUsable = (await this.shadow.isEmpty()) || (await this.isUsable(signal, mayForget));
    this.added = 0;
    if (!isUsable) {
      await this.shadow.remove();
      await this.shadow.prepare(signal);
    }
    const isFirst = await this.shadow.isEmpty();
    const taken = isFirst ? await this.takeOver(signal) : undefined;
    const { files, tracked, isFresh } = taken ?? (await this.listAll(signal));
    const scan = await this.scanner.scan(files, signal, tracked);
    // Storing each file again would take as much room as the user's repository.
    await this.remember(scan, isFirst && !taken, signal);
    this.missesNewFiles = scan.hasTooManyNew;
    if (!isFresh) {
      await this.shadow.refresh(signal);
    }
    return !isUsable;
  }

  private async takeOver(signal: AbortSignal): Promise<TakenTree | undefined> {
    try {
      return await this.shadow.takeOver(this.limits.file, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.log.warn(`Each file is read anew: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Lists the files that differ from the index, and others that are ignored but tracked. */
  private async listAll(signal: AbortSignal): Promise<TakenTree> {
    const { files } = await this.shadow.list(signal);
    const tracked = await this.tracked(signal);
    const remembered = await this.shadow.remembered(signal);
    for (const path of tracked) {
      if (!remembered.has(path) && !files.has(path)) {
        files.set(path, 'new');
      }
    }
    return { files, tracked, isFresh: false };
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

  private async remember(
    { gone, present }: Pick<Comparison, 'gone' | 'present'>,
    sharesObjects: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    if (gone.length > 0) {
      await this.shadow.forget(gone, signal);
    }
    for (let start = 0; start < present.length; start += updateBatch) {
      const batch = present.slice(start, start + updateBatch);
      await this.rememberBatch(batch, sharesObjects, signal);
    }
  }

  /**
   * Leaves out files that git cannot read, so that they do not stop the others. Git also fails if a
   * file is written while it reads it: such a file is read again, or its change would be missed.
   */
  private async rememberBatch(
    paths: readonly string[],
    sharesObjects: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    let left = paths;
    /** Files that git has failed to read: how they looked after that, and how often it was. */
    const doubted = new Map<
      string,
      { readonly look: string | undefined; readonly tries: number }
    >();
    for (let refusals = 0; left.length > 0; refusals += 1) {
      const refused = await this.shadow.update(left, sharesObjects, signal);
      if (refused === undefined) {
        return;
      }
      if (refusals === mostRefusals) {
        throw new Error(`git cannot read ${refused} and others.`);
      }
      const look = await this.scanner.lookOf(refused);
      const before = doubted.get(refused);
      const tries = (before?.tries ?? 0) + 1;
      if (before && before.look === look) {
        this.log.warn(`${refused} is not compared: git cannot read it.`);
        this.scanner.refuse(refused, look);
      } else if (tries > mostTries) {
        // The next pass finds it again.
        this.log.debug(`${refused} changes whenever git reads it.`);
      } else {
        doubted.set(refused, { look, tries });
        continue;
      }
      left = left.filter(path => path !== refused);
    }
  }
}
