import { dirname } from 'node:path';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import { deepEqual } from '../../base/json';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import { Sequencer } from '../../base/sequencer';
import type { SessionId } from '../../contract/ids';
import { FolderWatch } from '../../node/folderWatch';
import { parsedBy } from '../../node/parsedBy';
import { SharedFile } from '../../node/sharedFile';

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
  private readonly file: SharedFile<Marks>;
  private readonly opening: Promise<void>;
  private current: Marks = { sessions: {} };
  private readonly changes = new Sequencer();
  /** Changes that could not be written, by session and mark. They are part of the next change. */
  private readonly unsaved = new Map<string, (marks: Marks) => Marks>();

  /** Fires when a mark changes, here or in another window. */
  readonly onChanged = this.changed.event;

  constructor(
    path: string,
    private readonly log: Log,
  ) {
    const initial = () => ({ sessions: {} });
    this.file = new SharedFile({ path, version: 1, initial, parse: parsedBy(schema), log });
    this.opening = this.open(dirname(path));
    this.opening.catch((error: unknown) =>
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
    await this.opening;
    await this.changes.whenIdle();
  }

  dispose(): void {
    this.store.dispose();
  }

  private set(id: SessionId, mark: Mark, isSet: boolean): Promise<void> {
    return this.inOrder(async () => {
      this.unsaved.set(`${mark} ${id}`, marks => withMark(marks, id, mark, isSet));
      // Shown before it is on disk.
      await this.look();
      this.take(await this.file.change(marks => this.withUnsaved(marks)));
      this.unsaved.clear();
    });
  }

  private withUnsaved(marks: Marks): Marks {
    return [...this.unsaved.values()].reduce((value, change) => change(value), marks);
  }

  /** Runs one change at a time: each starts from what the previous one has written. */
  private inOrder(change: () => Promise<void>): Promise<void> {
    const done = this.changes.queue(async () => {
      await this.opening;
      await change();
    });
    return done.catch((error: unknown) =>
      this.log.warn('A mark could not be saved', { error: messageOf(error) }),
    );
  }

  private async look(): Promise<void> {
    this.take(this.withUnsaved(await this.file.read()));
  }

  private take(marks: Marks): void {
    if (!deepEqual(this.current, marks)) {
      this.current = marks;
      this.changed.fire();
    }
  }

  private async open(folder: string): Promise<void> {
    await this.look();
    const look = () => void this.inOrder(() => this.look());
    this.store.add(new FolderWatch(folder, look, { log: this.log }));
  }
}

function withMark(marks: Marks, id: SessionId, mark: Mark, isSet: boolean): Marks {
  const { [id]: present = {}, ...rest } = marks.sessions;
  if ((present[mark] === true) === isSet) {
    return marks;
  }
  const { [mark]: _, ...others } = present;
  const next = isSet ? { ...others, [mark]: true } : others;
  return { sessions: Object.keys(next).length > 0 ? { ...rest, [id]: next } : rest };
}
