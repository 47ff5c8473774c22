import type { SessionHead } from '../../acp/sessions/sessionHead';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import { FolderWatch } from '../../node/folderWatch';

/** Tandem's own store of conversations with agents other than Claude Code. */
export interface ForeignStore {
  /** Newest first. */
  list(): Promise<readonly SessionHead[]>;
  rename(id: SessionId, title: string): Promise<void>;
  /** @throws UserError `session.absent` */
  delete(id: SessionId): Promise<void>;
}

/** Conversations with other agents, as they were listed last. */
export class ForeignSessions implements Disposable {
  private readonly parts = new DisposableStore();
  private readonly changed = this.parts.add(new Emitter<void>());
  private heads: readonly SessionHead[] = [];
  private isWatched = false;

  /** Fires when the list was read again, and differs. */
  readonly onChanged = this.changed.event;

  /** @param folder that holds the store's files */
  constructor(
    private readonly store: ForeignStore,
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  get all(): readonly SessionHead[] {
    return this.heads;
  }

  /** Follows changes, also those of other windows. */
  watch(): void {
    if (!this.isWatched) {
      this.isWatched = true;
      this.parts.add(new FolderWatch(this.folder, () => void this.refresh(), { log: this.log }));
    }
  }

  /** Reads the list again. Never rejects. */
  async refresh(): Promise<void> {
    try {
      const heads = await this.store.list();
      if (JSON.stringify(heads) !== JSON.stringify(this.heads)) {
        this.heads = heads;
        this.changed.fire();
      }
    } catch (error) {
      this.log.warn('Conversations with other agents cannot be listed', {
        error: messageOf(error),
      });
    }
  }

  dispose(): void {
    this.parts.dispose();
  }
}
