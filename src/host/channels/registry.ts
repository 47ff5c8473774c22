import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ChannelId, MessageId, SessionId } from '../../contract/ids';
import { Channel } from './channel';
import type { ChannelFiles, RecordFile } from './channelFiles';
import { holderWords, type SessionHolder, type SessionWatch } from './elsewhere';
import type { ChannelRecord, Journal, RecordStart } from './journal';
import type { ChannelPorts } from './ports';
import { SessionLocks } from './sessionLocks';
import { type ProcessPort, SessionOwners } from './sessionOwners';
import { Strangers } from './strangers';
import { WindowRequests } from './windowRequests';

/** Milliseconds: a window that is opened again has asked for its conversations by then. */
const timeToComeBack = 24 * 60 * 60 * 1000;

interface Entry {
  readonly channel: Channel;
  readonly file: RecordFile;
  readonly ownership: Ownership;
  readonly parts: DisposableStore;
}

interface Ownership {
  /** What is saved goes nowhere: another window has the record. */
  isOthers: boolean;
}

/** How a session is opened that somebody else may have open. */
export interface OpenOptions {
  /** Shows what somebody else has open, without a process. */
  readonly readOnly?: boolean;
  /** A transcript that grows is no reason not to: the person knows better. */
  readonly evenIfGrowing?: boolean;
}

/** Another channel has taken the place of one: what was said in it was read anew. */
export interface Replacement {
  readonly former: Channel;
  readonly next: Channel;
}

/** Where windows meet, and what is seen of sessions from outside. */
export interface SessionPlace {
  readonly folder: string;
  readonly watch: SessionWatch;
}

/** The conversations that this window has open. A session never runs in two processes. */
export class ChannelRegistry implements Disposable {
  private readonly store = new DisposableStore();
  private readonly entries = new Map<ChannelId, Entry>();
  private readonly opening = new Map<ChannelId, Promise<Channel | undefined>>();
  private readonly openingSessions = new Map<SessionId, Promise<Channel>>();
  private readonly closing = new Map<Channel, Promise<void>>();
  private readonly changed = this.store.add(new Emitter<Channel>());
  private readonly turnEnded = this.store.add(new Emitter<Channel>());
  private readonly replaced = this.store.add(new Emitter<Replacement>());
  private readonly watch: SessionWatch;
  private readonly locks: SessionLocks;
  private readonly owners: SessionOwners;
  private readonly requests: WindowRequests;
  private readonly strangers: Strangers;

  /** A channel was opened or closed, or something of one has changed. */
  readonly onChanged = this.changed.event;
  /** A turn of a channel that is open ended. */
  readonly onTurnEnded = this.turnEnded.event;
  /** The pages of the former one are to show the next. */
  readonly onReplaced = this.replaced.event;

  constructor(
    private readonly files: ChannelFiles,
    private readonly ports: ChannelPorts,
    private readonly processes: ProcessPort,
    private readonly clock: Clock,
    private readonly log: Log,
    { folder, watch }: SessionPlace,
  ) {
    this.watch = watch;
    this.locks = new SessionLocks(join(folder, 'open'), processes, log);
    this.owners = new SessionOwners(processes, this.locks, watch, clock);
    const letGo = (id: SessionId) => this.letGo(id);
    const self = () => processes.self();
    const wanted = join(folder, 'wanted');
    this.requests = this.store.add(new WindowRequests(wanted, self, letGo, clock, log));
    const ours = () => this.ours;
    const pids = () => this.pids;
    const reopen = (channel: Channel) => this.reopen(channel);
    this.strangers = this.store.add(new Strangers(watch, { ours, pids, reopen }, log));
  }

  get all(): Channel[] {
    return [...this.entries.values()].map(entry => entry.channel);
  }

  get(id: ChannelId): Channel | undefined {
    return this.entries.get(id)?.channel;
  }

  bySession(id: SessionId): Channel | undefined {
    return this.all.find(channel => channel.record.sessionId === id);
  }

  /** A new conversation. */
  async create(cwd: string, start?: RecordStart): Promise<Channel> {
    return this.adopt(await this.files.create(cwd, start));
  }

  /**
   * A new conversation that goes on from before a message of another one, with the message in its
   * composer. No process is started, and the other one may be at work.
   * @throws UserError that says why it cannot go back there
   */
  async fork(source: Channel, message: MessageId): Promise<Channel> {
    return this.create(source.cwd, await source.forking.startBefore(message, source.title));
  }

  /**
   * The conversation that carries a session that the agent has stored: as it is open here, as it was
   * when it was closed, or a new one where there has been none.
   * @throws UserError `openElsewhere` when somebody else has it open
   */
  openSession(cwd: string, id: SessionId, options: OpenOptions = {}): Promise<Channel> {
    const opening = this.openingSessions.get(id) ?? this.openSessionOnce(cwd, id, options);
    this.openingSessions.set(id, opening);
    return opening.finally(() => this.openingSessions.delete(id));
  }

  /**
   * The conversation as it was when its window went away. Undefined when there is none, or when
   * another window has it open.
   */
  load(cwd: string, id: ChannelId): Promise<Channel | undefined> {
    const open = this.get(id);
    if (open) {
      return Promise.resolve(open);
    }
    const opening = this.opening.get(id) ?? this.loadOnce(cwd, id);
    this.opening.set(id, opening);
    return opening.finally(() => this.opening.delete(id));
  }

  /** The folder of a conversation of before, wherever it ran. */
  folderOf(id: ChannelId): Promise<string | undefined> {
    return this.files.folderOf(id);
  }

  /** The same for a channel whose folder is not known, as that of a tab that comes back. */
  async loadById(id: ChannelId): Promise<Channel | undefined> {
    const cwd = this.get(id)?.cwd ?? (await this.folderOf(id));
    return cwd === undefined ? undefined : this.load(cwd, id);
  }

  /** Ends what earlier windows left running in these folders. */
  async endLeftovers(cwds: readonly string[]): Promise<void> {
    for (const cwd of cwds) {
      for (const id of await this.files.list(cwd)) {
        const file = this.entries.has(id) ? undefined : await this.files.open(cwd, id);
        if (file) {
          await this.endLeftover(file);
          await this.removeForgotten(file.value);
        }
      }
    }
  }

  /** Who else has a session open; undefined also when it is open here. */
  async holderOf(cwd: string, id: SessionId): Promise<SessionHolder | undefined> {
    const open = this.bySession(id);
    return open ? open.heldBy : this.findHolder(cwd, id, await this.files.ofSession(cwd, id));
  }

  /**
   * Gets a session from whoever has it: another window is asked, a terminal's process is told to end.
   * The person has agreed to that.
   * @throws UserError `notReleased`
   */
  async takeSession(cwd: string, id: SessionId): Promise<Channel> {
    const open = this.bySession(id);
    // Afresh: who had it when it was shown may have gone.
    const holder = await this.findHolder(cwd, id, await this.files.ofSession(cwd, id));
    if (holder) {
      await this.free(id, holder);
    }
    return open ? this.reopen(open) : this.openSession(cwd, id, { evenIfGrowing: true });
  }

  /** Sessions that other windows have open. */
  openInWindows(): Promise<readonly SessionId[]> {
    return this.locks.others();
  }

  /** Ends the process of an idle conversation until its next message. */
  async sleep(id: ChannelId): Promise<void> {
    await this.get(id)?.agent.sleep();
  }

  /** Ends the process of a session so that a terminal can go on with it. */
  async release(id: SessionId): Promise<void> {
    const holder = { kind: 'terminal' } as const;
    await this.bySession(id)?.holding.letGo(holder, holderWords(holder));
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
    this.locks.releaseAll();
    this.store.dispose();
  }

  private async closeEntry(entry: Entry): Promise<void> {
    const { channel, file, ownership, parts } = entry;
    const { text, images } = file.value.draft;
    const { temporary } = file.value;
    const isEmpty = channel.isFresh && text === '' && images.length === 0;
    const isOthers = ownership.isOthers;
    await channel.close();
    parts.dispose();
    if (isOthers) {
      return;
    }
    if (isEmpty || temporary) {
      ownership.isOthers = true;
      await this.files.remove(file.value);
    } else {
      this.disown(entry);
      await file.flush();
    }
    this.owners.release(channel.record.sessionId);
  }

  /** From here on the record is whoever's who opens it next. */
  private disown({ file, ownership }: Entry): void {
    if (!ownership.isOthers) {
      file.set({ ...withoutOwner(file.value), updatedAt: this.clock.now() });
      ownership.isOthers = true;
    }
  }

  private async openSessionOnce(
    cwd: string,
    id: SessionId,
    { readOnly = false, evenIfGrowing = false }: OpenOptions,
  ): Promise<Channel> {
    await this.closed(channel => channel.record.sessionId === id);
    const open = this.bySession(id);
    if (open) {
      return open;
    }
    const records = await this.files.ofSession(cwd, id);
    const found = await this.findHolder(cwd, id, records);
    const holder = found?.kind === 'growing' && evenIfGrowing ? undefined : found;
    if (holder && !readOnly) {
      throw new UserError('openElsewhere', holderWords(holder));
    }
    if (holder?.kind === 'window') {
      return this.adopt(await this.files.create(cwd, { sessionId: id }), holder);
    }
    const [newest] = records;
    const known = newest && (await this.load(cwd, newest.channelId));
    if (known) {
      if (holder && !known.heldBy) {
        known.holding.give(holder);
      }
      return known;
    }
    const quicker = await this.owners.take(id);
    if (quicker && !readOnly) {
      throw new UserError('openElsewhere', holderWords(quicker));
    }
    return this.adopt(await this.files.create(cwd, { sessionId: id }), quicker ?? holder);
  }

  private async findHolder(
    cwd: string,
    id: SessionId,
    records: readonly ChannelRecord[],
  ): Promise<SessionHolder | undefined> {
    const window = await this.owners.window(records);
    if (window) {
      return window;
    }
    const growing = await this.owners.growing(cwd, id, records);
    // What an earlier window left running is nobody else's.
    for (const { channelId, process } of records) {
      const file = process && (await this.files.open(cwd, channelId));
      if (file) {
        await this.endLeftover(file);
      }
    }
    return (await this.owners.terminal(id, this.pids)) ?? growing;
  }

  private get ours(): Channel[] {
    const entries = [...this.entries.values()];
    return entries.filter(({ ownership }) => !ownership.isOthers).map(({ channel }) => channel);
  }

  private get pids(): ReadonlySet<number> {
    return new Set(this.all.flatMap(({ agent }) => agent.session.pid ?? []));
  }

  private async free(id: SessionId, holder: SessionHolder): Promise<void> {
    if (holder.kind === 'window' && !(await this.requests.ask(id))) {
      const message = 'The other window did not answer. Close the conversation there.';
      throw new UserError('notReleased', message);
    }
    if (holder.kind === 'terminal' && holder.pid !== undefined) {
      if (!(await this.watch.end(holder.pid))) {
        const message = `The process ${holder.pid} did not end. End it in its terminal.`;
        throw new UserError('notReleased', message);
      }
    }
  }

  /** Another window wants a session. @returns whether it was open here */
  private async letGo(id: SessionId): Promise<boolean> {
    const entries = [...this.entries.values()];
    const entry = entries.find(
      ({ channel, ownership }) => channel.record.sessionId === id && !ownership.isOthers,
    );
    if (!entry) {
      return false;
    }
    await entry.channel.holding.letGo(
      { kind: 'window' },
      'This conversation goes on in another window. What you write here is not kept.',
    );
    this.disown(entry);
    await entry.file.flush();
    this.ports.edits.detach(entry.channel.id);
    this.owners.release(id);
    return true;
  }

  /** The conversation anew, as it is stored by now, in the place of a channel that was held. */
  private async reopen(former: Channel): Promise<Channel> {
    const { cwd } = former;
    const { sessionId } = former.record;
    await this.close(former.id);
    const next = await this.openSession(cwd, sessionId, { evenIfGrowing: true, readOnly: true });
    this.replaced.fire({ former, next });
    return next;
  }

  /** Whether another window has the conversation open. */
  async isElsewhere(cwd: string, id: ChannelId): Promise<boolean> {
    const file = this.entries.has(id) ? undefined : await this.files.open(cwd, id);
    return file !== undefined && this.owners.isElsewhere(file.value);
  }

  /** Resolves when what is being closed is closed; its process must not meet a second one. */
  private async closed(isMeant: (channel: Channel) => boolean): Promise<void> {
    for (const [channel, closing] of this.closing) {
      if (isMeant(channel)) {
        // Who closes it is told of the failure.
        await closing.catch((error: unknown) => this.log.debug(messageOf(error)));
      }
    }
  }

  private async loadOnce(cwd: string, id: ChannelId): Promise<Channel | undefined> {
    await this.closed(channel => channel.id === id);
    const file = await this.files.open(cwd, id);
    if (!file || (await this.owners.isElsewhere(file.value))) {
      return undefined;
    }
    await this.endLeftover(file);
    const { sessionId } = file.value;
    if (await this.owners.take(sessionId)) {
      return undefined;
    }
    return this.adopt(file, await this.owners.terminal(sessionId, this.pids));
  }

  /** @param holder who else has the session: it is shown, and nothing is started */
  private async adopt(file: RecordFile, holder?: SessionHolder): Promise<Channel> {
    const owner = await this.processes.self();
    const ownership = { isOthers: holder?.kind === 'window' };
    if (owner && !ownership.isOthers) {
      file.set({ ...file.value, owner });
    }
    const journal = journalOf(file, ownership, this.log);
    const log = this.log.child(file.value.channelId.slice(0, 8));
    const ports = { ...this.ports, claim: (id: SessionId) => this.claim(id) };
    const channel = new Channel(file.value, ports, journal, this.clock, log);
    try {
      await channel.past.restore();
    } catch (error) {
      // Half restored it would write its emptiness over what is stored.
      channel.dispose();
      if (!ownership.isOthers) {
        file.set(withoutOwner(file.value));
        this.owners.release(channel.record.sessionId);
      }
      throw error;
    }
    const parts = new DisposableStore();
    const entry = { channel, file, ownership, parts };
    this.entries.set(channel.id, entry);
    parts.add(channel.onChanged(() => this.changed.fire(channel)));
    parts.add(
      channel.onTurnEnded(() => {
        this.turnEnded.fire(channel);
        this.strangers.turnEnded(channel);
      }),
    );
    parts.add(toDisposable(() => this.strangers.forget(channel)));
    if (holder) {
      channel.holding.give(holder);
    }
    this.changed.fire(channel);
    return channel;
  }

  /** The last look before a process takes up a session. */
  private async claim(id: SessionId): Promise<void> {
    const holder = await this.owners.terminal(id, this.pids);
    if (holder) {
      throw new UserError('openElsewhere', holderWords(holder));
    }
  }

  /** A temporary conversation whose tab did not come back. */
  private async removeForgotten(record: ChannelRecord): Promise<void> {
    const age = this.clock.now() - record.updatedAt;
    if (record.temporary && age > timeToComeBack && !(await this.owners.isElsewhere(record))) {
      await this.files.remove(record);
    }
  }

  private async endLeftover(file: RecordFile): Promise<void> {
    const { process } = file.value;
    if (!process || (await this.owners.isElsewhere(file.value))) {
      return;
    }
    await this.processes.endLeftover(process);
    const { process: _, owner: __, ...rest } = file.value;
    file.set(rest);
    await file.flush();
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
