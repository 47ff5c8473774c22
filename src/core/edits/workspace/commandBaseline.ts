import type { LeftOut } from './fileLook';
import type { StoredBlob } from './fileStates';
import type { Findings } from './treeIndex';

export interface BaselineFile {
  /** Content when the command began; `undefined` if there was no file. */
  readonly before: StoredBlob | undefined;
  readonly isUncertain: boolean;
}

/** The moment before a command, and the changes found since. */
export class CommandBaseline {
  readonly files = new Map<string, BaselineFile>();
  readonly leftOut = new Map<string, LeftOut>();
  /** The stored state of that moment had to be discarded. */
  isLost = false;

  constructor(
    /** Root of the work tree, as the caller spells it. */
    readonly root: string,
    /** New files are unknown. */
    public missesNewFiles: boolean,
  ) {}

  /**
   * Adds changes, keeping the earliest content of each file as its state before the command.
   * @param isUncertain more than one command ran since the previous pass
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
