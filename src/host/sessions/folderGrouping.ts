import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { inParallel } from '../../base/inParallel';
import { mainFolderOf } from '../../node/git/repository';
import type { GroupFolder } from './grouping';

/** Number of folders examined in parallel. */
const atOnce = 16;

/** Maps each session's folder to the folder that the session is listed under, with a cache. */
export class FolderGrouping {
  private readonly roots = new Map<string, string>();
  private workspace: { readonly folder: string; readonly root: string }[] = [];

  constructor(private readonly platform: NodeJS.Platform = process.platform) {}

  /** Looks up the folders that `groupFolderOf` will be called with. Never rejects. */
  async learn(workspaceFolders: readonly string[], cwds: Iterable<string>): Promise<void> {
    const unknown = [...new Set([...workspaceFolders, ...cwds])].filter(
      folder => !this.roots.has(folder),
    );
    await inParallel(unknown, atOnce, folder => this.learnOne(folder));
    this.workspace = await Promise.all(
      workspaceFolders.map(async folder => ({
        folder: await realpath(folder).catch(() => folder),
        root: this.rootOf(folder),
      })),
    );
  }

  /** Returns a folder's home. A deleted folder belongs to the repository around it, if any. */
  groupFolderOf(cwd: string): GroupFolder {
    const own = this.workspace.find(({ folder }) => this.holds(folder, cwd));
    const root = this.rootOf(cwd);
    const shared = own ?? this.workspace.find(one => this.isSame(one.root, root));
    return shared
      ? { folder: shared.root, isWorkspace: true }
      : { folder: root, isWorkspace: false };
  }

  /** Clears the cache, because repositories come and go. */
  forget(): void {
    this.roots.clear();
  }

  private async learnOne(folder: string): Promise<void> {
    const root = await mainFolderOf(folder);
    this.roots.set(folder, root ?? (await realpath(folder).catch(() => folder)));
  }

  private rootOf(folder: string): string {
    return this.roots.get(folder) ?? folder;
  }

  private isSame(one: string, other: string): boolean {
    return this.spelled(one) === this.spelled(other);
  }

  private holds(outer: string, inner: string): boolean {
    return this.isSame(outer, inner) || this.spelled(inner).startsWith(this.spelled(outer) + sep);
  }

  private spelled(path: string): string {
    return this.platform === 'win32' ? path.toLowerCase() : path;
  }
}
