import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { Underway } from '../../base/underway';
import type { ChannelId, SessionId } from '../../contract/ids';
import { Channel } from '../conversation/channel';
import type { SessionHolder } from '../conversation/elsewhere';
import type { ChannelRecord, Journal } from '../conversation/journal';
import type { ChannelPorts } from '../conversation/ports';
import type { ChannelFiles, RecordFile } from './channelFiles';
import type { SessionOwners } from './sessionOwners';

interface Entry {
  readonly channel: Channel;
  readonly file: RecordFile;
  readonly ownership: Ownership;
  readonly parts: DisposableStore;
}

interface Ownership {
  /** What is saved goes nowhere: another window has the record. */
  isOthers: boolean;
  /** The session that is this window's by a lock; it follows the agent to another one. */
  session: SessionId;
}

/** The channels that live in this window, each with its record: how they begin, and how they end. */
export class OpenChannels implements Disposable {
  private readonly store = new DisposableStore();
  private readonly entries = new Map<ChannelId, Entry>();
  private readonly adopting = new Underway<SessionId, Channel>();
  private readonly closing = new Map<Channel, Promise<void>>();
  private readonly changed = this.store.add(new Emitter<Channel>());
  private readonly turnEnded = this.store.add(new Emitter<Channel>());

  readonly onChanged = this.changed.event;
  readonly onTurnEnded = this.turnEnded.event;

  constructor(
    private readonly files: ChannelFiles,
    private readonly ports: ChannelPorts,
    private readonly owners: SessionOwners,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  get all(): Channel[] {
    return [...this.entries.values()].map(entry => entry.channel);
  }

  /** Those whose sessions are not another window's. */
  get ours(): Channel[] {
    const entries = [...this.entries.values()];
    return entries.filter(({ ownership }) => !ownership.isOthers).map(({ channel }) => channel);
  }

  /** Processes that this window has started, also those of what is being closed. */
  get pids(): ReadonlySet<number> {
    return new Set(
      [...this.all, ...this.closing.keys()].flatMap(({ agent }) => agent.session.pid ?? []),
    );
  }

  get(id: ChannelId): Channel | undefined {
    return this.entries.get(id)?.channel;
  }

  bySession(id: SessionId): Channel | undefined {
    return this.all.find(channel => channel.record.sessionId === id);
  }

  /**
   * Opens a record. The session is this window's by then, or its holder's.
   * @param holder who else has the session: it is shown, and nothing is started
   * @returns the channel that carries the session already, where another record was quicker
   */
  adopt(file: RecordFile, holder?: SessionHolder): Promise<Channel> {
    const { sessionId } = file.value;
    return this.adopting.run(
      sessionId,
      async () => this.bySession(sessionId) ?? this.adoptOne(file, holder),
    );
  }

  async close(id: ChannelId): Promise<void> {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    if (entry) {
      const { channel } = entry;
      const closing = this.closeEntry(entry).finally(() => this.closing.delete(channel));
      this.closing.set(channel, closing);
      this.changed.fire(channel);
      await closing;
    }
  }

  /** Resolves when what is being closed is closed; its process must not meet a second one. */
  async closed(isMeant: (channel: Channel) => boolean): Promise<void> {
    for (const [channel, closing] of this.closing) {
      if (isMeant(channel)) {
        // Who closes it is told of the failure.
        await closing.catch((error: unknown) => this.log.debug(messageOf(error)));
      }
    }
  }

  /**
   * Gives a session to another window: process ended, record written, lock released.
   * @returns false when it is not this window's
   */
  async handOver(id: SessionId): Promise<boolean> {
    const entries = [...this.entries.values()];
    const entry = entries.find(
      ({ channel, ownership }) => channel.record.sessionId === id && !ownership.isOthers,
    );
    if (!entry) {
      return false;
    }
    const { channel } = entry;
    await channel.holding.letGo(
      { kind: 'window' },
      'This conversation goes on in another window. What you write here is not kept.',
    );
    this.disown(entry);
    await entry.file.flush();
    channel.handedOver();
    this.ports.edits.detach(channel.id);
    this.owners.release(id);
    return true;
  }

  /** The window goes away: processes end, records say what was open. Does not wait. */
  dispose(): void {
    for (const channel of this.closing.keys()) {
      channel.dispose();
    }
    for (const entry of this.entries.values()) {
      try {
        entry.parts.dispose();
        entry.channel.dispose();
        this.disown(entry);
        entry.file.flushSync();
      } catch (error) {
        // The others must end and be kept all the same.
        this.log.error('A conversation could not be closed', { error: messageOf(error) });
      }
    }
    this.entries.clear();
    this.owners.releaseAll();
    this.store.dispose();
  }

  private async adoptOne(file: RecordFile, holder: SessionHolder | undefined): Promise<Channel> {
    const owner = await this.owners.self();
    const { sessionId } = file.value;
    const ownership: Ownership = { isOthers: holder?.kind === 'window', session: sessionId };
    if (owner && !ownership.isOthers) {
      file.set({ ...file.value, owner });
    }
    const journal = journalOf(file, ownership, this.log);
    const log = this.log.child(file.value.channelId.slice(0, 8));
    const channel = new Channel(file.value, this.ports, journal, this.clock, log);
    try {
      await channel.past.restore(holder !== undefined);
      if (this.store.isDisposed) {
        throw new UserError('closed', 'The window was closed.');
      }
    } catch (error) {
      // Half restored it would write its emptiness over what is stored.
      channel.dispose();
      if (!ownership.isOthers) {
        file.set(withoutOwner(file.value));
        this.owners.release(sessionId);
      }
      throw error;
    }
    const entry = { channel, file, ownership, parts: new DisposableStore() };
    this.entries.set(channel.id, entry);
    this.follow(entry);
    if (holder) {
      channel.holding.give(holder);
    }
    this.changed.fire(channel);
    return channel;
  }

  private follow(entry: Entry): void {
    const { channel, parts } = entry;
    parts.add(
      channel.onChanged(() => {
        this.lockSession(entry);
        this.changed.fire(channel);
      }),
    );
    parts.add(channel.onTurnEnded(() => this.turnEnded.fire(channel)));
  }

  /** The agent may have gone on to another session; the former one is anybody's then. */
  private lockSession(entry: Entry): void {
    const { channel, ownership } = entry;
    const { sessionId } = channel.record;
    if (ownership.isOthers || ownership.session === sessionId) {
      return;
    }
    this.owners.release(ownership.session);
    ownership.session = sessionId;
    this.owners
      .take(sessionId)
      .then(() => {
        if (this.entries.get(channel.id) !== entry || ownership.session !== sessionId) {
          this.owners.release(sessionId);
        }
      })
      .catch((error: unknown) =>
        this.log.warn('A session could not be locked', { error: messageOf(error) }),
      );
  }

  private async closeEntry(entry: Entry): Promise<void> {
    const { channel, file, ownership, parts } = entry;
    const { isOthers } = ownership;
    try {
      await channel.close();
    } finally {
      channel.dispose();
      parts.dispose();
      if (!isOthers) {
        const isEmpty = channel.isFresh && !channel.hasDraft;
        await this.leave(entry, isEmpty || file.value.temporary !== undefined);
      }
    }
  }

  private async leave(entry: Entry, isForgotten: boolean): Promise<void> {
    const { file, ownership } = entry;
    try {
      if (isForgotten) {
        ownership.isOthers = true;
        await this.files.remove(file.value);
      } else {
        this.disown(entry);
        await file.flush();
      }
    } finally {
      this.owners.release(ownership.session);
    }
  }

  /** From here on the record is whoever's who opens it next. */
  private disown({ file, ownership }: Entry): void {
    if (!ownership.isOthers) {
      file.set({ ...withoutOwner(file.value), updatedAt: this.clock.now() });
      ownership.isOthers = true;
    }
  }
}

function withoutOwner(record: ChannelRecord): ChannelRecord {
  const { owner: _, ...rest } = record;
  return rest;
}

function journalOf(file: RecordFile, ownership: Ownership, log: Log): Journal {
  return {
    // The owner is the registry's to say, whatever the channel knew when it was made.
    save: record => {
      if (ownership.isOthers) {
        return;
      }
      const { owner } = file.value;
      file.set(owner ? { ...record, owner } : withoutOwner(record));
    },
    flush: () =>
      file.flush().catch((error: unknown) => {
        log.error('The conversation could not be saved', { error: messageOf(error) });
      }),
  };
}
