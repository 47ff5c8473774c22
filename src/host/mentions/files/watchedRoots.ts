import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { PathFinder } from '../../../core/pathIndex/pathFinder';

/** Milliseconds without a search, after which a folder is neither watched nor kept in memory. */
const idleTime = 10 * 60_000;
/** Changes after which the whole folder is listed anew. */
const mostChanges = 20;

export interface WatchedRootsOptions {
  readonly finder: Pick<PathFinder, 'change' | 'refresh' | 'forget'>;
  readonly clock: Clock;
  /** Whether git ignores a file. */
  isIgnored(absolute: string): Promise<boolean>;
}

/** Watches the folders that are searched, until nobody searches them any more. */
export class WatchedRoots implements Disposable {
  private readonly roots = new Map<string, { watched: WatchedRoot; idle: Disposable }>();

  constructor(private readonly options: WatchedRootsOptions) {}

  /** Brings the index of a folder up to date before a search. */
  async settle(root: string): Promise<void> {
    const known = this.roots.get(root);
    known?.idle.dispose();
    const watched = known?.watched ?? new WatchedRoot(root, this.options);
    const idle = this.options.clock.setTimeout(() => this.release(root), idleTime);
    this.roots.set(root, { watched, idle });
    await watched.settle();
  }

  dispose(): void {
    for (const { watched, idle } of this.roots.values()) {
      idle.dispose();
      watched.dispose();
    }
    this.roots.clear();
  }

  private release(root: string): void {
    this.roots.get(root)?.watched.dispose();
    this.roots.delete(root);
    // Unwatched, the index would grow old.
    this.options.finder.forget(root);
  }
}

/** Tells the index which files came and went. */
class WatchedRoot implements Disposable {
  private readonly store = new DisposableStore();
  private added = new Set<string>();
  private removed = new Set<string>();
  private isStale = false;
  private settling: Promise<void> = Promise.resolve();

  constructor(
    private readonly root: string,
    private readonly options: WatchedRootsOptions,
  ) {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(root), '**/*');
    const watcher = this.store.add(
      vscode.workspace.createFileSystemWatcher(pattern, false, true, false),
    );
    this.store.add(watcher.onDidCreate(uri => this.note(uri, this.added, this.removed)));
    this.store.add(watcher.onDidDelete(uri => this.note(uri, this.removed, this.added)));
  }

  /** Each search waits for the changes that an earlier one has begun to apply. */
  settle(): Promise<void> {
    const settling = this.settling.catch(() => undefined).then(() => this.apply());
    this.settling = settling;
    return settling;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async apply(): Promise<void> {
    const { added, removed } = this;
    const { finder } = this.options;
    this.added = new Set();
    this.removed = new Set();
    const files = this.isStale ? undefined : await this.listed([...added]);
    if (!files) {
      this.isStale = false;
      await finder.refresh(this.root).catch((error: unknown) => {
        this.isStale = true;
        throw error;
      });
    } else if (added.size + removed.size > 0) {
      finder.change(this.root, files, [...removed]);
    }
  }

  /**
   * Returns the new files that a listing would have: nothing that git ignores. Returns undefined
   * if there is a new folder: what came with it is not always reported.
   */
  private async listed(paths: readonly string[]): Promise<readonly string[] | undefined> {
    const found = await Promise.all(
      paths.map(async path => {
        const absolute = join(this.root, path);
        const stats = await stat(absolute).catch(() => undefined);
        const isListed = stats && !(await this.options.isIgnored(absolute));
        return isListed ? [{ path, isFolder: stats.isDirectory() }] : [];
      }),
    );
    const listed = found.flat();
    return listed.some(({ isFolder }) => isFolder) ? undefined : listed.map(({ path }) => path);
  }

  private note({ fsPath }: vscode.Uri, to: Set<string>, from: Set<string>): void {
    const path = relative(this.root, fsPath).split(sep).join('/');
    if (/(?:^|\/)\.gitignore$/.test(path)) {
      this.isStale = true;
    }
    if (path === '' || /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(path)) {
      return;
    }
    from.delete(path);
    to.add(path);
    this.isStale ||= to.size > mostChanges;
  }
}
