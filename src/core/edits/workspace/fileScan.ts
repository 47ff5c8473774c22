import { inParallel } from '../../../base/inParallel';

import { type FileLook, type LeftOut, lookAt } from './fileLook';
import type { FileState } from './fileStates';
import { LinkedFolders } from './linkedFolders';
import type { ManyPaths } from './manyPaths';

export interface ScanLimits {
  /** Bytes per file. */
  readonly file: number;
  /** Bytes of all files in one pass. */
  readonly pass: number;
  /** New files per pass. */
  readonly newFiles: number;
}

export interface Scan {
  /** Files to remove from the index, before others are added: a folder may have taken their place. */
  readonly gone: readonly string[];
  /** Files to update in the index. */
  readonly present: readonly string[];
  /** Files that have changed but are not compared. */
  readonly leftOut: ReadonlyMap<string, LeftOut>;
  /** There are more new files than the limit: none of them is in `paths`. */
  readonly hasTooManyNew: boolean;
  /** Bytes of the files in `present` that are not exempt. */
  readonly size: number;
}

/** Files between two looks at the time limit. */
const batchSize = 1_000;
/** Files inspected in parallel: more would only wait for each other. */
const atOnce = 64;

/** Decides which of the listed files are compared, and remembers the others. */
export class FileScan {
  /** Look of each file when it was left out, by path, so that each change is reported once. */
  private readonly known = new Map<string, { look: string; reason: LeftOut }>();

  /** Look of each file that git could not read, by path. */
  private readonly refused = new Map<string, string>();

  constructor(
    private readonly root: string,
    private readonly limits: ScanLimits,
    private readonly many?: ManyPaths,
  ) {}

  /**
   * @param exempt files exempt from the limits on number and total size
   * @throws the signal's reason
   */
  async scan(
    files: ReadonlyMap<string, FileState>,
    signal: AbortSignal,
    exempt: ReadonlySet<string> = new Set(),
  ): Promise<Scan> {
    const isCounted = (path: string, state: FileState) => state === 'new' && !exempt.has(path);
    const counted = [...files].filter(
      ([path, state]) => isCounted(path, state) && !this.known.has(path),
    );
    const hasTooManyNew = counted.length > this.limits.newFiles;
    const wanted = [...files].filter(([path, state]) => !hasTooManyNew || !isCounted(path, state));
    const [gone, present]: [string[], string[]] = [[], []];
    const linked = new LinkedFolders(this.root);
    const leftOut = await this.forgetUnlisted(files, linked);
    let total = 0;
    for (let start = 0; start < wanted.length; start += batchSize) {
      signal.throwIfAborted();
      const batch = wanted.slice(start, start + batchSize);
      const looks = await this.lookAtAll(batch, linked, signal);
      for (const [index, [path, state]] of batch.entries()) {
        const entry = looks[index];
        if (entry?.kind !== 'file') {
          this.judgeOther(path, state, entry, gone, leftOut);
          continue;
        }
        const size = exempt.has(path) ? 0 : entry.size;
        const reason = this.reasonAgainst(path, entry, total + size);
        if (reason) {
          this.leaveOut(path, entry, reason, leftOut);
        } else {
          total += size;
          this.known.delete(path);
          present.push(path);
        }
      }
    }
    return { gone, present, leftOut, hasTooManyNew, size: total };
  }

  /** Returns what tells one state of a file from another; undefined if there is no file. */
  async lookOf(path: string): Promise<string | undefined> {
    return (await lookAt(this.root, path, new LinkedFolders(this.root)))?.look;
  }

  /** Leaves a file out as long as it has this look, because git cannot read it. */
  refuse(path: string, look: string | undefined): void {
    if (look !== undefined) {
      this.refused.set(path, look);
    }
  }

  private async lookAtAll(
    files: readonly (readonly [path: string, FileState])[],
    linked: LinkedFolders,
    signal: AbortSignal,
  ): Promise<readonly (FileLook | undefined)[]> {
    const paths = files.map(([path]) => path);
    const found = await this.many?.look(this.root, paths, signal);
    if (found) {
      return found;
    }
    const looks: (FileLook | undefined)[] = [];
    await inParallel(paths.entries(), atOnce, async ([index, path]) => {
      looks[index] = await lookAt(this.root, path, linked);
    });
    return looks;
  }

  /** @returns left-out files that have been deleted */
  private async forgetUnlisted(
    files: ReadonlyMap<string, FileState>,
    linked: LinkedFolders,
  ): Promise<Map<string, LeftOut>> {
    const deleted = new Map<string, LeftOut>();
    for (const [path, { reason }] of [...this.known]) {
      if (!files.has(path)) {
        this.known.delete(path);
        if (!(await lookAt(this.root, path, linked))) {
          deleted.set(path, reason);
        }
      }
    }
    return deleted;
  }

  private reasonAgainst(path: string, entry: FileLook, total: number): LeftOut | undefined {
    if (entry.size > this.limits.file) {
      return 'tooLarge';
    }
    if (!entry.isReadable || this.refused.get(path) === entry.look) {
      return 'unreadable';
    }
    return total > this.limits.pass ? 'tooMuch' : undefined;
  }

  /** Handles a path without a regular file: nothing, a folder, a link or a pipe. */
  private judgeOther(
    path: string,
    state: FileState,
    entry: FileLook | undefined,
    gone: string[],
    leftOut: Map<string, LeftOut>,
  ): void {
    if (state === 'new') {
      return;
    }
    if (!entry || entry.kind === 'folder') {
      this.known.delete(path);
      gone.push(path);
    } else {
      this.leaveOut(path, entry, 'notRegular', leftOut);
    }
  }

  private leaveOut(
    path: string,
    entry: FileLook,
    reason: LeftOut,
    leftOut: Map<string, LeftOut>,
  ): void {
    const { look } = entry;
    if (this.known.get(path)?.look !== look) {
      this.known.set(path, { look, reason });
      leftOut.set(path, reason);
    }
  }
}
