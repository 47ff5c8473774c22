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
  /** By the folder that is watched. */
  readonly watchers: Map<string, FSWatcher>;
}

/** The work trees of the repositories that folders are in, read once and again when they change. */
export class Repositories implements Disposable {
  /** By common folder. */
  private readonly known = new Map<string, Known>();
  private readonly changed = new Emitter<void>();
  private isDisposed = false;

  /** Work trees may have come, gone, or have another branch. Told once until somebody asks again. */
  readonly onChanged = this.changed.event;

  constructor(private readonly log: Log) {}

  /** All work trees of the repository that a folder is in, the main one first; none outside of one. */
  async worktreesOf(folder: string): Promise<readonly Worktree[]> {
    const repository = await findRepository(folder);
    if (!repository) {
      return [];
    }
    const { commonFolder, gitFolder } = repository;
    const known = this.known.get(commonFolder) ?? this.read(repository);
    // Of a linked work tree the branch is in a folder of its own.
    this.watch(known.watchers, commonFolder, gitFolder, name => name === 'HEAD');
    return known.worktrees;
  }

  /**
   * Where conversations about these folders may run: the folders, and the same place in each
   * further work tree of their repositories.
   */
  async withWorktrees(folders: readonly string[]): Promise<string[]> {
    return withWorktrees(folders, folder => this.worktreesOf(folder));
  }

  /** Reads everything anew when it is asked for next. */
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
    // Watched first: what comes while it is read is told too. Most of it is about the index.
    const isMeant = (name: string) => name === 'HEAD' || name === 'worktrees';
    this.watch(watchers, commonFolder, commonFolder, isMeant);
    this.watch(watchers, commonFolder, join(commonFolder, 'worktrees'), () => true);
    const worktrees = readWorktrees(repository);
    const known = { worktrees, watchers };
    this.known.set(commonFolder, known);
    // A failure is the asker's to hear of, and is not remembered.
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
      // Its folder went away, which the one above has told.
      watcher.on('error', error => this.log.debug(messageOf(error)));
      watchers.set(folder, watcher);
    } catch (error) {
      this.log.debug(`${folder} is not watched`, { error: messageOf(error) });
    }
  }
}
