import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import {
  findRepository,
  type Repository,
  readWorktrees,
  type Worktree,
  withWorktrees,
} from '../../node/git/repository';

interface Known {
  readonly worktrees: Promise<readonly Worktree[]>;
  /** Watchers by watched folder. */
  readonly watchers: Map<string, FSWatcher>;
}

/** Work trees of the repositories that contain given folders, cached until they change. */
export class Repositories implements Disposable {
  /** Cache by common git folder. */
  private readonly known = new Map<string, Known>();
  private readonly changed = new Emitter<void>();
  private isDisposed = false;

  /**
   * Fires when work trees may have been added, removed or switched to another branch. Stays silent
   * afterwards until the next query.
   */
  readonly onChanged = this.changed.event;

  constructor(private readonly log: Log) {}

  /** Returns all work trees of a folder's repository, main one first; empty without one. */
  async worktreesOf(folder: string): Promise<readonly Worktree[]> {
    const repository = await findRepository(folder);
    if (!repository) {
      return [];
    }
    const { commonFolder, gitFolder } = repository;
    const known = this.known.get(commonFolder) ?? this.read(repository);
    // A linked work tree keeps its HEAD in its own git folder.
    this.watch(known.watchers, commonFolder, gitFolder, name => name === 'HEAD');
    return known.worktrees;
  }

  /**
   * Returns the folders where conversations about these folders may run: the folders and the same
   * place in each other work tree of their repositories.
   */
  async withWorktrees(folders: readonly string[]): Promise<string[]> {
    return withWorktrees(folders, folder => this.worktreesOf(folder));
  }

  /** Discards the cache, so that the next query reads everything again. */
  refresh(): void {
    for (const folder of this.known.keys()) {
      this.forget(folder);
    }
    this.changed.fire();
  }

  dispose(): void {
    this.isDisposed = true;
    for (const folder of this.known.keys()) {
      this.forget(folder);
    }
    this.changed.dispose();
  }

  private forget(commonFolder: string): void {
    for (const watcher of this.known.get(commonFolder)?.watchers.values() ?? []) {
      watcher.close();
    }
    this.known.delete(commonFolder);
  }

  private read(repository: Repository): Known {
    const { commonFolder } = repository;
    const watchers = new Map<string, FSWatcher>();
    // Watch first, to catch changes during the read. Most events concern the index.
    const isMeant = (name: string) => name === 'HEAD' || name === 'worktrees';
    this.watch(watchers, commonFolder, commonFolder, isMeant);
    this.watch(watchers, commonFolder, join(commonFolder, 'worktrees'), () => true);
    const worktrees = readWorktrees(repository);
    const known = { worktrees, watchers };
    this.known.set(commonFolder, known);
    // The caller handles a failure; it is not cached.
    worktrees.catch(() => this.forget(commonFolder));
    return known;
  }

  private watch(
    watchers: Map<string, FSWatcher>,
    commonFolder: string,
    folder: string,
    isMeant: (name: string) => boolean,
  ): void {
    if (watchers.has(folder) || this.isDisposed) {
      return;
    }
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || isMeant(name)) {
          this.forget(commonFolder);
          this.changed.fire();
        }
      });
      // The folder was deleted, which the watcher of the folder above reports.
      watcher.on('error', error => this.log.debug(messageOf(error)));
      watchers.set(folder, watcher);
    } catch (error) {
      this.log.debug(`${folder} is not watched`, { error: messageOf(error) });
    }
  }
}
