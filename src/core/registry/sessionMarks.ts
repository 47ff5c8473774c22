import { dirname } from 'node:path';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import { Sequencer } from '../../base/sequencer';
import type { SessionId } from '../../contract/ids';
import { makeFolder } from '../../node/durableFolder';
import { FolderWatch } from '../../node/folderWatch';
import { parsedBy } from '../../node/parsedBy';
import { VersionedFile } from '../../node/versionedFile';

const marksOf = z.object({ pinned: z.optional(z.boolean()), unread: z.optional(z.boolean()) });
const schema = z.object({ sessions: z.record(z.string(), marksOf) });

type Mark = 'pinned' | 'unread';
type Marks = z.infer<typeof schema>;

/**
 * Marks on conversations, set by the user or by the end of a turn, shared by all windows. Each
 * change applies to the file's current content, so that windows do not undo each other's changes.
 */
export class SessionMarks implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly file: Promise<VersionedFile<Marks>>;
  private current: Marks = { sessions: {} };
  private readonly changes = new Sequencer();

  /** Fires when a mark changes, here or in another window. */
  readonly onChanged = this.changed.event;

  constructor(
    path: string,
    private readonly log: Log,
  ) {
    this.file = this.open(path);
    this.file.catch((error: unknown) =>
      log.error('The marks of conversations could not be read', { error: messageOf(error) }),
    );
  }

  isPinned(id: SessionId): boolean {
    return this.current.sessions[id]?.pinned === true;
  }

  isUnread(id: SessionId): boolean {
    return this.current.sessions[id]?.unread === true;
  }

  setPinned(id: SessionId, isPinned: boolean): Promise<void> {
    return this.set(id, 'pinned', isPinned);
  }

  setUnread(id: SessionId, isUnread: boolean): Promise<void> {
    return this.set(id, 'unread', isUnread);
  }

  /** Removes the marks of deleted sessions. */
  async forget(ids: readonly SessionId[]): Promise<void> {
    for (const id of ids) {
      await this.setPinned(id, false);
      await this.setUnread(id, false);
    }
  }

  /** Resolves when the marks on disk are loaded. */
  async ready(): Promise<void> {
    await this.file;
    await this.changes.whenIdle();
  }

  dispose(): void {
    this.store.dispose();
  }

  private set(id: SessionId, mark: Mark, isSet: boolean): Promise<void> {
    const isKnown = () => (this.current.sessions[id]?.[mark] === true) === isSet;
    return this.inOrder(async file => {
      await file.refresh();
      this.take(file);
      if (isKnown()) {
        return;
      }
      file.update(({ sessions }) => {
        const { [mark]: _, ...others } = sessions[id] ?? {};
        const marks = isSet ? { ...others, [mark]: true } : others;
        const { [id]: __, ...rest } = sessions;
        return { sessions: Object.keys(marks).length > 0 ? { ...rest, [id]: marks } : rest };
      });
      this.take(file);
      await file.flush();
    });
  }

  /** Runs one change at a time: each starts from what the previous one has written. */
  private inOrder(change: (file: VersionedFile<Marks>) => Promise<void>): Promise<void> {
    const done = this.changes.queue(async () => change(await this.file));
    return done.catch((error: unknown) =>
      this.log.warn('A mark could not be saved', { error: messageOf(error) }),
    );
  }

  private take(file: VersionedFile<Marks>): void {
    if (this.current !== file.value) {
      this.current = file.value;
      this.changed.fire();
    }
  }

  private async open(path: string): Promise<VersionedFile<Marks>> {
    const folder = dirname(path);
    await makeFolder(folder);
    const file = await VersionedFile.open<Marks>({
      path,
      version: 1,
      initial: () => ({ sessions: {} }),
      parse: parsedBy(schema),
      log: this.log,
    });
    this.take(file);
    const look = () =>
      void this.inOrder(async () => {
        await file.refresh();
        this.take(file);
      });
    this.store.add(new FolderWatch(folder, look, { log: this.log }));
    return file;
  }
}
