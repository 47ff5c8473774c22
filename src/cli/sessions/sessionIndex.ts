import { join } from 'node:path';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { inParallel } from '../../base/inParallel';
import { deepEqual } from '../../base/json';
import type { SessionId } from '../../contract/ids';
import { type ReadEntry, readEntry } from './sessionEntry';
import { type FoundFile, findSessionFiles } from './sessionFiles';
import type { SkipReason, StoredSession, StoreReport } from './storedSession';

const filesAtOnce = 8;

export interface SessionIndexOptions {
  /** The CLI's configuration folder; asked again at each refresh. */
  configFolder(): Promise<string>;
}

/** All conversations that the CLI has stored, of all folders. */
export class SessionIndex implements Disposable {
  private readonly changed = new Emitter<void>();
  private files = new Map<string, ReadEntry>();
  private others: ReadonlyMap<string, SkipReason> = new Map();
  private listed: readonly StoredSession[] = [];
  private refreshing: Promise<readonly StoredSession[]> | undefined;

  constructor(private readonly options: SessionIndexOptions) {}

  /** Something of `all` is different; not fired more often than a list can be drawn. */
  get onChanged(): Event<void> {
    return this.changed.event;
  }

  /** What is known, newest first. Empty until the first refresh. */
  get all(): readonly StoredSession[] {
    return this.listed;
  }

  get(id: SessionId): StoredSession | undefined {
    return this.listed.find(session => session.id === id);
  }

  /** Looks at every file; only those that have changed are read. */
  refresh(): Promise<readonly StoredSession[]> {
    this.refreshing ??= this.lookAtAll().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  /** Looks for changes until the end, and tells of them. */
  watch(): void {
    // Comes with the watcher.
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
    this.changed.dispose();
  }

  private async lookAtAll(): Promise<readonly StoredSession[]> {
    const projects = join(await this.options.configFolder(), 'projects');
    const { sessions, others } = await findSessionFiles(projects);
    this.others = others;
    const before = this.files;
    const now = new Map<string, ReadEntry>();
    await inParallel(sessions, filesAtOnce, async (file: FoundFile) => {
      const read = await readEntry(file, before.get(file.path)?.entry);
      if (read) {
        now.set(file.path, read);
      }
    });
    this.files = now;
    this.publish();
    return this.listed;
  }

  private publish(): void {
    const byId = new Map<SessionId, StoredSession>();
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
}
