import { join } from 'node:path';
import { lstat } from '../../../node/callbackFs';

/**
 * Tells which paths lead through a link: git does not follow it, and the file behind it has another
 * path. Remembers what it has seen, so that each pass needs its own.
 */
export class LinkedFolders {
  private readonly folders = new Map<string, Promise<boolean>>();

  /** @param root paths are relative to it, with `/` */
  constructor(private readonly root: string) {}

  leadTo(path: string): Promise<boolean> {
    const end = path.lastIndexOf('/');
    return end < 0 ? Promise.resolve(false) : this.isLinked(path.slice(0, end));
  }

  private isLinked(folder: string): Promise<boolean> {
    const known = this.folders.get(folder) ?? this.look(folder);
    this.folders.set(folder, known);
    return known;
  }

  private async look(folder: string): Promise<boolean> {
    if (await this.leadTo(folder)) {
      return true;
    }
    const entry = await lstat(join(this.root, folder)).catch(() => undefined);
    return entry?.isSymbolicLink() === true;
  }
}
