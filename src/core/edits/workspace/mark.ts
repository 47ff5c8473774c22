import type { LeftOut } from './fileScan';
import type { StoredBlob } from './shadowRepository';
import type { Findings } from './treeIndex';

export interface MarkedFile {
  /** The content when the command began; `undefined` when there was no file. */
  readonly before: StoredBlob | undefined;
  readonly isUncertain: boolean;
}

/** The moment before a command, and what was found to have changed since then. */
export class Mark {
  readonly files = new Map<string, MarkedFile>();
  readonly leftOut = new Map<string, LeftOut>();
  /** What was remembered of that moment had to be thrown away. */
  isLost = false;

  constructor(
    /** Of the work tree, as the caller spells it. */
    readonly root: string,
    /** Which files are new is not known. */
    public missesNewFiles: boolean,
  ) {}

  /**
   * What a file was first is what it was before the command.
   * @param isUncertain more than one command ran since the pass before
   */
  add({ files, leftOut, missesNewFiles }: Findings, isUncertain: boolean): void {
    for (const [path, blob] of files) {
      const known = this.files.get(path);
      this.files.set(path, {
        before: known ? known.before : blob,
        isUncertain: isUncertain || known?.isUncertain === true,
      });
    }
    for (const [path, reason] of leftOut) {
      this.leftOut.set(path, reason);
    }
    this.missesNewFiles ||= missesNewFiles;
  }
}
