import type { FileLook } from './fileLook';
import type { RegularFile } from './regularFile';

/** Does for many paths at once, beside this thread, what `lookAt` and `readBelow` do for one. */
export interface ManyPaths {
  /**
   * Both return `undefined` if the paths are few, or if it is not possible now.
   * @throws the signal's reason
   */
  look(
    root: string,
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (FileLook | undefined)[] | undefined>;
  /**
   * Leaves out what is behind links on the way.
   * @param limit bytes of the largest file
   */
  read(
    root: string,
    paths: readonly string[],
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly RegularFile[] | undefined>;
}
