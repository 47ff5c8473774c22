import { type FSWatcher, watch } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { findRepository, readWorktrees, type Worktree } from '../../node/git/repository';

interface Known {
  readonly worktrees: Promise<readonly Worktree[]>;
  readonly watchers: FSWatcher[];
}

/** The work trees of the repositories that folders are in, read once and again when they change. */
export class Repositories implements Disposable {
  /** By common folder. */
  private readonly known = new Map<string, Known>();
  private readonly changed = new Emitter<void>();

  /** Work trees may have come, gone, or have another branch. */
  readonly onChanged = this.changed.event;

  constructor(private readonly log: Log) {}

  /** All work trees of the repository that a folder is in, the main one first; none outside of one. */
  async worktreesOf(folder: string): Promise<readonly Worktree[]> {
    const repository = await findRepository(folder);
    if (!repository) {
      return [];
    }
    const { commonFolder } = repository;
    const known = this.known.get(commonFolder);
    if (known) {
      return known.worktrees;
    }
    // Watched first: what comes while it is read is told too.
    const watchers = this.watch(commonFolder);
    const worktrees = readWorktrees(repository);
    this.known.set(commonFolder, { worktrees, watchers });
    // A failure is the asker's to hear of, and is not remembered.
    worktrees.catch(() => this.forget(commonFolder));
    return worktrees;
  }

  /**
   * Where conversations about these folders may run: the folders, and the same place in each
   * further work tree of their repositories.
   */
  async withWorktrees(folders: readonly string[]): Promise<string[]> {
    const all = new Set(folders);
    for (const folder of folders) {
      const repository = await findRepository(folder);
      const inner = repository && relative(repository.root, await realpath(folder));
      for (const { path } of await this.worktreesOf(folder)) {
        if (path !== repository?.root) {
          all.add(join(path, inner ?? ''));
        }
      }
    }
    return [...all];
  }

  /** Reads everything anew when it is asked for next. */
  refresh(): void {
    for (const folder of this.known.keys()) {
      this.forget(folder);
    }
    this.changed.fire();
  }

  dispose(): void {
    for (const folder of this.known.keys()) {
      this.forget(folder);
    }
    this.changed.dispose();
  }

  private forget(commonFolder: string): void {
    for (const watcher of this.known.get(commonFolder)?.watchers ?? []) {
      watcher.close();
    }
    this.known.delete(commonFolder);
  }

  private watch(commonFolder: string): FSWatcher[] {
    const watchers: FSWatcher[] = [];
    const onEvent = (name: string | null) => {
      // Most of what happens in the folder is about the index.
      if (name === null || name === 'HEAD' || name === 'worktrees') {
        this.forget(commonFolder);
        this.changed.fire();
      }
    };
    const add = (folder: string, listen: (name: string | null) => void) => {
      try {
        const watcher = watch(folder, { persistent: false }, (_, name) => listen(name));
        // Its folder went away, which the one above has told.
        watcher.on('error', error => this.log.debug(messageOf(error)));
        watchers.push(watcher);
      } catch (error) {
        this.log.debug(`${folder} is not watched`, { error: messageOf(error) });
      }
    };
    add(commonFolder, onEvent);
    add(join(commonFolder, 'worktrees'), () => onEvent(null));
    return watchers;
  }
}
