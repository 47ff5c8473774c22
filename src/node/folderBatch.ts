import { inParallel } from '../base/inParallel';
import { makeFolder, syncFolder } from './durableFolder';

/** Makes and syncs folders. */
export interface Folders {
  make(path: string): Promise<void>;
  /** Brings the names in a folder to the disk. */
  named(path: string): Promise<void>;
}

/** Each folder at once. */
export const singleFolders: Folders = { make: path => makeFolder(path), named: syncFolder };

/** Folders synced at a time. */
const atOnce = 4;

/** Folders of many files that are written at once: each is made and synced a single time. */
export class FolderBatch implements Folders {
  private readonly made = new Map<string, Promise<void>>();
  private readonly due = new Set<string>();

  make(path: string): Promise<void> {
    const made = this.made.get(path) ?? makeFolder(path);
    this.made.set(path, made);
    return made;
  }

  /** Notes the folder for `sync`. */
  async named(path: string): Promise<void> {
    this.due.add(path);
  }

  /** Brings all noted names to the disk: what was written survives a power cut from now on. */
  async sync(): Promise<void> {
    const folders = [...this.due];
    this.due.clear();
    await inParallel(folders, atOnce, syncFolder);
  }
}
