import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { SingleFlight } from '../../base/singleFlight';
import type { ChannelId, SessionId } from '../../contract/ids';
import { Channel } from '../conversation/channel';
import type { LeaseHolder } from '../conversation/leaseHolder';
import type { ChannelPorts } from '../conversation/ports';
import type { ChannelFiles, RecordFile } from './channelFiles';
import type { LeaseDetector } from './leaseDetector';
import { type Ownership, storageOf, withoutOwner } from './recordOwnership';

interface Entry {
  readonly channel: Channel;
  readonly file: RecordFile;
  readonly ownership: Ownership;
  readonly parts: DisposableStore;
}

/** Channels that live in this window with their records; opens and closes them. */
export class OpenChannels implements Disposable {
  private readonly store = new DisposableStore();
  private readonly entries = new Map<ChannelId, Entry>();
  private readonly adopting = new SingleFlight<SessionId, Channel>();
  private readonly closing = new Map<Channel, Promise<void>>();
  private readonly changed = this.store.add(new Emitter<Channel>());
  private readonly turnEnded = this.store.add(new Emitter<Channel>());

  readonly onChanged = this.changed.event;
  readonly onTurnEnded = this.turnEnded.event;

  constructor(
    private readonly files: ChannelFiles,
    private readonly ports: ChannelPorts,
    private readonly detector: LeaseDetector,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  get all(): Channel[] {
    return [...this.entries.values()].map(entry => entry.channel);
  }

  /** Channels whose sessions do not belong to another window. */
  get ours(): Channel[] {
    const entries = [...this.entries.values()];
    return entries.filter(({ ownership }) => !ownership.isOthers).map(({ channel }) => channel);
  }

  /** Processes that this window has started, including those of closing channels. */
  get pids(): ReadonlySet<number> {
    return new Set(
      [...this.all, ...this.closing.keys()].flatMap(({ agent }) => agent.slot.pid ?? []),
    );
  }

  get(id: ChannelId): Channel | undefined {
    return this.entries.get(id)?.channel;
  }

  bySession(id: SessionId): Channel | undefined {
    return this.all.find(channel => channel.record.sessionId === id);
  }

  /**
   * Opens a record. Its session already belongs to this window or to `holder`.
   * @param holder process that has the session open; the channel is read-only and starts no process
   * @returns the channel that already carries the session, if another record was faster
   */
  adopt(file: RecordFile, holder?: LeaseHolder): Promise<Channel> {
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

  /** Resolves when matching channels have closed, so that no two processes share a session. */
  async closed(isMeant: (channel: Channel) => boolean): Promise<void> {
    for (const [channel, closing] of this.closing) {
      if (isMeant(channel)) {
        // The caller of `close` handles the failure.
        await closing.catch((error: unknown) => this.log.debug(messageOf(error)));
      }
    }
  }

  /**
   * Hands a session to another window: ends the process, writes the record, releases the lease.
   * @returns false if the session does not belong to this window
   */
  async transfer(id: SessionId): Promise<boolean> {
    const entries = [...this.entries.values()];
    const entry = entries.find(
      ({ channel, ownership }) => channel.record.sessionId === id && !ownership.isOthers,
    );
    if (!entry) {
      return false;
    }
    const { channel } = entry;
    await channel.lease.transfer(
      { kind: 'window' },
      l10n.t('This conversation continues in another window. What you write here is not kept.'),
    );
    this.releaseRecord(entry);
    await entry.file.flush();
    channel.clearAfterTransfer();
    this.ports.edits.detach(channel.id);
    this.detector.release(id);
    return true;
  }

  /**
   * Names this window in a record that was opened before the window could be identified.
   * @returns the window that has taken the session since
   */
  async claim(id: SessionId): Promise<LeaseHolder | undefined> {
    const isMeant = ({ file, ownership }: Entry) =>
      ownership.session === id && !ownership.isOthers && !file.value.owner;
    const find = () => [...this.entries.values()].find(isMeant);
    const owner = find() && (await this.detector.self());
    const holder = owner && (await this.detector.acquire(id));
    const entry = find();
    if (entry && owner && !holder) {
      entry.file.set({ ...entry.file.value, owner });
    }
    return holder;
  }

  /** Ends all processes without waiting: the window is closing. Records keep what was open. */
  dispose(): void {
    for (const channel of this.closing.keys()) {
      this.attempt(() => channel.dispose());
    }
    for (const entry of this.entries.values()) {
      this.attempt(() => {
        entry.parts.dispose();
        entry.channel.dispose();
      });
      this.attempt(() => {
        this.releaseRecord(entry);
        entry.file.flushSync();
      });
    }
    this.entries.clear();
    this.detector.releaseAll();
    this.store.dispose();
  }

  /** Does one thing at the end of the window, whose failure must not keep others from it. */
  private attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.log.error('A conversation could not be closed', { error: messageOf(error) });
    }
  }

  private async adoptOne(file: RecordFile, holder: LeaseHolder | undefined): Promise<Channel> {
    const owner = await this.detector.self();
    const { sessionId } = file.value;
    const ownership: Ownership = { isOthers: holder?.kind === 'window', session: sessionId };
    if (owner && !ownership.isOthers) {
      file.set({ ...file.value, owner });
    }
    const storage = storageOf(file, ownership, this.log, text => channel.note(text));
    const log = this.log.child(file.value.channelId.slice(0, 8));
    const channel = new Channel(file.value, this.ports, storage, this.clock, log);
    try {
      await channel.restorer.restore(holder !== undefined);
      if (this.store.isDisposed) {
        throw new UserError('conversation.closed', l10n.t('The window was closed.'));
      }
    } catch (error) {
      // A half-restored channel would overwrite the stored record with empty data.
      channel.dispose();
      if (!ownership.isOthers) {
        file.set(withoutOwner(file.value));
        this.detector.release(sessionId);
      }
      throw error;
    }
    const entry = { channel, file, ownership, parts: new DisposableStore() };
    this.entries.set(channel.id, entry);
    this.follow(entry);
    if (holder) {
      channel.lease.revoke(holder);
    } else {
      channel.goOn.restore();
    }
    for (const text of this.files.takeReports(channel.cwd)) {
      channel.note(text);
    }
    // Tells at once if nothing can be saved, and not only with the first message.
    void storage.flush();
    this.changed.fire(channel);
    return channel;
  }

  private follow(entry: Entry): void {
    const { channel, parts } = entry;
    parts.add(
      channel.onChanged(() => {
        this.moveLease(entry);
        this.changed.fire(channel);
      }),
    );
    parts.add(channel.onTurnEnded(() => this.turnEnded.fire(channel)));
  }

  /** Moves the lease when the agent switches to another session, and frees the former one. */
  private moveLease(entry: Entry): void {
    const { channel, ownership } = entry;
    const { sessionId } = channel.record;
    if (ownership.isOthers || ownership.session === sessionId) {
      return;
    }
    this.detector.release(ownership.session);
    ownership.session = sessionId;
    this.detector
      .acquire(sessionId)
      .then(() => {
        if (this.entries.get(channel.id) !== entry || ownership.session !== sessionId) {
          this.detector.release(sessionId);
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
        await this.closeRecord(entry, channel.isEmpty || file.value.temporary !== undefined);
      }
    }
  }

  private async closeRecord(entry: Entry, isForgotten: boolean): Promise<void> {
    const { file, ownership } = entry;
    try {
      if (isForgotten) {
        ownership.isOthers = true;
        file.abandon();
        await this.files.remove(file.value);
      } else {
        this.releaseRecord(entry);
        await file.flush();
      }
    } finally {
      this.detector.release(ownership.session);
    }
  }

  /** Leaves the record to whichever window opens it next. */
  private releaseRecord({ file, ownership }: Entry): void {
    if (!ownership.isOthers) {
      file.set({ ...withoutOwner(file.value), updatedAt: this.clock.now() });
      ownership.isOthers = true;
    }
  }
}
