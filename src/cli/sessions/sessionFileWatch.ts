import { watch } from 'node:fs';
import { join, sep } from 'node:path';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';

/** Maximum number of watched folders; systems allow some thousand for all programs together. */
const mostFolders = 256;
/** Milliseconds before and after a report: a working agent writes several times a second. */
const gatherFor = 300;
const restFor = 1_000;
/** Polling covers changes without watch events: marks in session folders, remote disks. */
const slowPoll = 60_000;
const fastPoll = 5_000;

export interface WatchListener {
  /** Receives paths of transcripts that may have changed. */
  onTouched(paths: ReadonlySet<string>): void;
  /** Called when anything may have changed. */
  onDoubt(): void;
}

/** Reports changes in session folders, in batches, and polls for changes without events. */
export class SessionFileWatch implements Disposable {
  private readonly watchers = new Map<string, Disposable>();
  private gathering: Disposable | undefined;
  private polling: Disposable | undefined;
  private touched = new Set<string>();
  private isDoubtful = false;
  private isComplete = false;

  constructor(
    private readonly listener: WatchListener,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {
    this.poll();
  }

  /**
   * Watches these folders and no others.
   * @param projects their parent folder
   * @returns whether a folder was not watched before
   */
  follow(projects: string, folders: readonly string[]): boolean {
    const isWhole = this.platform === 'darwin' || this.platform === 'win32';
    const wanted = new Set([projects, ...(isWhole ? [] : folders.slice(0, mostFolders))]);
    for (const [folder, watcher] of this.watchers) {
      if (!wanted.has(folder)) {
        watcher.dispose();
        this.watchers.delete(folder);
      }
    }
    let isAnyNew = false;
    for (const folder of wanted) {
      if (!this.watchers.has(folder)) {
        isAnyNew = this.watchFolder(folder, projects, isWhole) || isAnyNew;
      }
    }
    this.isComplete =
      this.watchers.size === wanted.size && (isWhole || folders.length <= mostFolders);
    return isAnyNew;
  }

  dispose(): void {
    this.gathering?.dispose();
    this.polling?.dispose();
    for (const watcher of this.watchers.values()) {
      watcher.dispose();
    }
    this.watchers.clear();
  }

  /** @returns whether the folder is watched now */
  private watchFolder(folder: string, projects: string, recursive: boolean): boolean {
    try {
      const watcher = watch(folder, { recursive, persistent: false }, (event, name) => {
        if (event === 'rename' && folder === projects && name !== null) {
          this.forget(join(projects, name));
        }
        this.onEvent(folder, projects, name);
      });
      watcher.on('error', error => {
        this.log.debug(`${folder} is no longer watched: ${messageOf(error)}`);
        watcher.close();
        this.watchers.delete(folder);
        this.isComplete = false;
      });
      this.watchers.set(folder, { dispose: () => watcher.close() });
      return true;
    } catch (error) {
      // The folder does not exist yet, or there are too many watchers: polling covers it.
      this.log.debug(`${folder} is not watched: ${messageOf(error)}`);
      return false;
    }
  }

  /** Drops a removed folder's watcher, which stays silent even if the folder is created again. */
  private forget(folder: string): void {
    this.watchers.get(folder)?.dispose();
    this.watchers.delete(folder);
  }

  private onEvent(folder: string, projects: string, name: string | null): void {
    const path = name === null ? undefined : transcriptOf(join(folder, name), projects);
    if (path === undefined) {
      this.isDoubtful = true;
    } else {
      this.touched.add(path);
    }
    this.gathering ??= this.clock.setTimeout(() => this.report(), gatherFor);
  }

  private report(): void {
    const { touched, isDoubtful } = this;
    this.touched = new Set();
    this.isDoubtful = false;
    this.gathering = undefined;
    if (!isDoubtful && touched.size === 0) {
      return;
    }
    this.gathering = this.clock.setTimeout(() => this.report(), restFor);
    if (isDoubtful) {
      this.listener.onDoubt();
    } else {
      this.listener.onTouched(touched);
    }
  }

  private poll(): void {
    const wait = this.isComplete ? slowPoll : fastPoll;
    this.polling = this.clock.setTimeout(() => {
      this.listener.onDoubt();
      this.poll();
    }, wait);
  }
}

/** Returns the transcript of a path in a session's folder; `undefined` for the folders above. */
function transcriptOf(path: string, projects: string): string | undefined {
  const [slug, name] = path.slice(projects.length + 1).split(sep);
  if (slug === undefined || name === undefined) {
    return undefined;
  }
  return join(projects, slug, name.endsWith('.jsonl') ? name : `${name}.jsonl`);
}
