import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretFile } from '../../../base/secretFiles';
import { DeniedPaths, type DeniedPatterns } from '../../../node/deniedPaths';
import { statsOf } from './readSource';

/**
 * Files of a root that an index must not hold, whatever ripgrep lists: not even hashes of their words
 * are to be on the disk. Make a new one for each look at the files.
 */
export class LeftOut {
  private readonly denied: DeniedPaths;
  private readonly roots: readonly string[];
  /** Whether a link leads to a folder, by its path. */
  private readonly links = new Map<string, boolean>();

  /** @param root absolute; its links are resolved for the rules, too */
  constructor(
    private readonly root: string,
    denied: DeniedPatterns,
  ) {
    this.denied = new DeniedPaths(denied);
    this.roots = [...new Set([root, realOf(root)])];
  }

  /** @param path relative to the root, with forward slashes */
  has(path: string): boolean {
    const names = this.roots.map(root => join(root, path));
    return names.some(isSecretFile) || this.denied.includes(names);
  }

  /** Whether a folder of the path has become a link since it was listed. */
  isBehindLink(path: string): boolean {
    const end = path.lastIndexOf('/');
    if (end === -1) {
      return false;
    }
    const folder = path.slice(0, end);
    const known = this.links.get(folder);
    if (known !== undefined) {
      return known;
    }
    const found = statsOf(join(this.root, folder));
    const isLink = found?.isSymbolicLink() === true || this.isBehindLink(folder);
    this.links.set(folder, isLink);
    return isLink;
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Without the folder, there are no files, either.
    return path;
  }
}
