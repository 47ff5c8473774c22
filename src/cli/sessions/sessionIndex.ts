import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import { inParallel } from '../../base/inParallel';
import { deepEqual } from '../../base/json';
import { type Log, silentLog } from '../../base/log';
import { Sequencer } from '../../base/sequencer';
import type { SessionId } from '../../contract/ids';
import { systemClock } from '../../node/systemClock';
import type { ListedSession, SkipReason, StoreReport } from './listedSession';
import { SessionCache } from './sessionCache';
import {
  aloneEntry,
  type FileState,
  type ReadEntry,
  readEntry,
  type SessionEntry,
  stateOf,
} from './sessionEntry';
import { type FoundFile, type FoundFiles, findSessionFiles, sessionIdOf } from './sessionFiles';
import { SessionFileWatch } from './sessionFileWatch';

const filesAtOnce = 8;
/** Milliseconds between reports of partial results while many files are read. */
const reportEvery = 200;
const saveAfter = 30_000;

export interface SessionIndexOptions {
  /** Returns the CLI's configuration folder; called again at each refresh. */
  configFolder(): Promise<string>;
  /** File that keeps facts for the next start; absent: none. */
  readonly cachePath?: string;
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Lists all conversations that the CLI has stored, in all folders. */
export class SessionIndex implements Disposable {
  private readonly changed = new Emitter<void>();
  private readonly files = new Map<string, ReadEntry>();
  private others: ReadonlyMap<string, SkipReason> = new Map();
  private listed: readonly ListedSession[] = [];
  /** Scans run one at a time; a refresh that has not begun yet serves all callers. */
  private readonly scans = new Sequencer();
  private waiting: Promise<readonly ListedSession[]> | undefined;
  private watcher: SessionFileWatch | undefined;
  private opening: Promise<SessionCache | undefined> | undefined;
  private cache: SessionCache | undefined;
  private saving: Disposable | undefined;
  private isDisposed = false;
  private trouble = '';
  private readonly clock: Clock;
  private readonly log: Log;

  constructor(private readonly options: SessionIndexOptions) {
    this.clock = options.clock ?? systemClock;
    this.log = options.log ?? silentLog;
  }

  /** Fires when `all` has changed; simultaneous changes cause one event. */
  get onChanged(): Event<void> {
    return this.changed.event;
  }

  /** Known conversations, newest first. Empty until the first refresh. */
  get all(): readonly ListedSession[] {
    return this.listed;
  }

  get(id: SessionId): ListedSession | undefined {
    return this.listed.find(session => session.id === id);
  }

  /**
   * Checks every file and reads only those that have changed.
   * @throws errors of `configFolder`
   */
  refresh(): Promise<readonly ListedSession[]> {
    this.waiting ??= this.scans.queue(async () => {
      this.waiting = undefined;
      await this.readAll();
      return this.listed;
    });
    return this.waiting;
  }

  /** Starts watching for changes and reporting them. */
  watch(): void {
    if (this.watcher || this.isDisposed) {
      return;
    }
    const refresh = () => void this.refresh().catch(this.failed);
    const onTouched = (paths: ReadonlySet<string>) =>
      void this.scans.queue(() => this.readSome(paths)).catch(this.failed);
    this.watcher = new SessionFileWatch({ onTouched, onDoubt: refresh }, this.clock, this.log);
    refresh();
  }

  async report(): Promise<StoreReport> {
    await this.refresh();
    const skipped = [...this.others].map(([path, reason]) => ({ path, reason }));
    const listed = new Set(this.listed.map(session => session.path));
    for (const [path, { entry }] of this.files) {
      if (!listed.has(path)) {
        const { found } = entry;
        skipped.push({ path, reason: typeof found === 'string' ? found : 'duplicate' });
      }
    }
    return { files: this.files.size + this.others.size, listed: listed.size, skipped };
  }

  dispose(): void {
    this.isDisposed = true;
    this.watcher?.dispose();
    this.changed.dispose();
    if (this.saving) {
      this.save();
    }
    this.cache?.dispose();
  }

  /** Logs the same error once, not at each scan. */
  private readonly failed = (error: unknown) => {
    const trouble = messageOf(error);
    if (trouble !== this.trouble) {
      this.trouble = trouble;
      this.log.warn(`Stored conversations could not be listed: ${trouble}`);
    }
  };

  private async readAll(): Promise<void> {
    this.cache = await this.openCache();
    const projects = join(await this.options.configFolder(), 'projects');
    const { sessions, others } = await this.findAndWatch(projects);
    this.others = others;
    const present = new Set(sessions.map(file => file.path));
    for (const path of this.files.keys()) {
      if (!present.has(path)) {
        this.files.delete(path);
        this.saveLater();
      }
    }
    await this.look(sessions);
  }

  private async findAndWatch(projects: string): Promise<FoundFiles> {
    const found = await findSessionFiles(projects);
    if (this.isDisposed || !this.watcher?.follow(projects, found.folders)) {
      return found;
    }
    // Files written between the listing and the start of the watchers cause no event.
    return findSessionFiles(projects);
  }

  private async readSome(paths: ReadonlySet<string>): Promise<void> {
    const files = [...paths].flatMap(path => {
      const id = sessionIdOf(path);
      return id ? [{ path, id, hasFolder: true }] : [];
    });
    await this.look(files);
  }

  private async look(files: readonly FoundFile[]): Promise<void> {
    const changed: { file: FoundFile; state: FileState }[] = [];
    await inParallel(files, filesAtOnce, async file => {
      const state = await stateOf(file.path);
      const last = this.files.get(file.path);
      const known = last?.entry ?? this.cache?.get(file.path);
      const isSame = known?.mtime === state?.mtime && known?.size === state?.size;
      if (!state) {
        this.files.delete(file.path);
      } else if (isSame && last?.isAlone && !file.hasFolder) {
        // Nearly all files, at each look.
      } else if (known && isSame && !file.hasFolder) {
        this.files.set(file.path, aloneEntry(file, known));
      } else if (isSame) {
        await this.read(file, state, known);
      } else {
        changed.push({ file, state });
      }
    });
    changed.sort((a, b) => b.state.mtime - a.state.mtime);
    let reportedAt = this.clock.now();
    await inParallel(changed, filesAtOnce, async ({ file, state }) => {
      if (this.isDisposed) {
        return;
      }
      await this.read(file, state, undefined);
      if (this.clock.now() - reportedAt >= reportEvery) {
        this.fireChanged();
        reportedAt = this.clock.now();
      }
    });
    if (changed.length > 0) {
      this.saveLater();
    }
    this.fireChanged();
  }

  private async read(
    file: FoundFile,
    state: FileState,
    known: SessionEntry | undefined,
  ): Promise<void> {
    const read = await readEntry(file, state, known);
    if (read) {
      this.files.set(file.path, read);
    } else {
      this.files.delete(file.path);
    }
  }

  private fireChanged(): void {
    const byId = new Map<SessionId, ListedSession>();
    for (const { session } of this.files.values()) {
      const other = session && byId.get(session.id);
      if (session && (!other || other.at < session.at)) {
        byId.set(session.id, session);
      }
    }
    const all = [...byId.values()].sort((a, b) => b.at - a.at);
    if (!deepEqual(all, this.listed)) {
      this.listed = all;
      this.changed.fire();
    }
  }

  private openCache(): Promise<SessionCache | undefined> {
    const { cachePath } = this.options;
    this.opening ??=
      cachePath === undefined ? Promise.resolve(undefined) : SessionCache.open(cachePath, this.log);
    return this.opening;
  }

  /** Saves with a delay, because the file is as long as the list. */
  private saveLater(): void {
    this.saving ??= this.clock.setTimeout(() => this.save(), saveAfter);
  }

  private save(): void {
    this.saving?.dispose();
    this.saving = undefined;
    const known = [...this.files].flatMap(([path, { entry }]) =>
      entry.found === 'unreadable' ? [] : [[path, entry] as const],
    );
    this.cache?.save(Object.fromEntries(known));
  }
}
