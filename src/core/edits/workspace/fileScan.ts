import { lstat as lstatWithCallback, type Stats } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LinkedFolders } from './linkedFolders';
import type { FileState } from './shadowRepository';

/** Reason why a changed file is not compared. */
export type LeftOut = 'tooLarge' | 'tooMuch' | 'notRegular' | 'unreadable';

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

// The version in fs/promises costs more time on the extension host's thread.
const lstat = promisify(lstatWithCallback);

/** Files inspected in parallel: more would only wait for each other. */
const batchSize = 64;

/** Decides which of the listed files are compared, and remembers the others. */
export class FileScan {
  /** Look of each file when it was left out, by path, so that each change is reported once. */
  private readonly known = new Map<string, { look: string; reason: LeftOut }>();

  /** Look of each file that git could not read, by path. */
  private readonly refused = new Map<string, string>();

  constructor(
    private readonly root: string,
    private readonly limits: ScanLimits,
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
      const entries = await Promise.all(batch.map(([path]) => this.look(path, linked)));
      for (const [index, [path, state]] of batch.entries()) {
        const { entry, isReadable } = entries[index] ?? {};
        if (!entry?.isFile()) {
          this.judgeOther(path, state, entry, gone, leftOut);
          continue;
        }
        const size = exempt.has(path) ? 0 : entry.size;
        const isRefused = this.refused.get(path) === lookOf(entry);
        const reason = this.reasonAgainst(entry, isReadable === true && !isRefused, total + size);
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

  /** Leaves a file out, as it is now, because git could not read it. */
  async refuse(path: string): Promise<void> {
    const { entry } = await this.look(path, new LinkedFolders(this.root));
    if (entry) {
      this.refused.set(path, lookOf(entry));
    }
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
        if (!(await this.look(path, linked)).entry) {
          deleted.set(path, reason);
        }
      }
    }
    return deleted;
  }

  private async look(
    path: string,
    linked: LinkedFolders,
  ): Promise<{ entry: Stats | undefined; isReadable: boolean }> {
    const absolute = join(this.root, path);
    const isElsewhere = await linked.leadTo(path);
    const entry = isElsewhere ? undefined : await lstat(absolute).catch(() => undefined);
    const isReadable =
      entry?.isFile() === true && (isSurelyReadable(entry) || (await canRead(absolute)));
    return { entry, isReadable };
  }

  private reasonAgainst(entry: Stats, isReadable: boolean, total: number): LeftOut | undefined {
    if (entry.size > this.limits.file) {
      return 'tooLarge';
    }
    if (!isReadable) {
      return 'unreadable';
    }
    return total > this.limits.pass ? 'tooMuch' : undefined;
  }

  /** Handles a path without a regular file: nothing, a folder, a link or a pipe. */
  private judgeOther(
    path: string,
    state: FileState,
    entry: Stats | undefined,
    gone: string[],
    leftOut: Map<string, LeftOut>,
  ): void {
    if (state === 'new') {
      return;
    }
    if (!entry || entry.isDirectory()) {
      this.known.delete(path);
      gone.push(path);
    } else {
      this.leaveOut(path, entry, 'notRegular', leftOut);
    }
  }

  private leaveOut(
    path: string,
    entry: Stats,
    reason: LeftOut,
    leftOut: Map<string, LeftOut>,
  ): void {
    const look = lookOf(entry);
    if (this.known.get(path)?.look !== look) {
      this.known.set(path, { look, reason });
      leftOut.set(path, reason);
    }
  }
}

function lookOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino}:${size}:${mtimeMs}`;
}

/** Avoids a system call where the mode decides, since there may be many files. */
function isSurelyReadable({ mode, uid }: Stats): boolean {
  return (mode & 0o444) === 0o444 || ((mode & 0o400) !== 0 && uid === process.getuid?.());
}

function canRead(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}
