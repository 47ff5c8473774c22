import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { Underway } from '../../base/underway';
import type { ChannelId, MessageId, SessionId } from '../../contract/ids';
import type { SessionWatch } from '../../protocol/sessionWatch';
import type { Channel } from '../conversation/channel';
import { holderWords, type SessionHolder } from '../conversation/elsewhere';
import type { RecordStart } from '../conversation/journal';
import type { ChannelPorts } from '../conversation/ports';
import type { ChannelFiles } from './channelFiles';
import { Leftovers } from './leftovers';
import { OpenChannels } from './openChannels';
import { SessionHolders } from './sessionHolders';
import { SessionLocks } from './sessionLocks';
import { type ProcessPort, SessionOwners } from './sessionOwners';
import { Strangers } from './strangers';
import { WindowRequests } from './windowRequests';

/** How a session is opened that somebody else may have open. */
export interface OpenOptions {
  /** Shows what somebody else has open, without a process. */
  readonly readOnly?: boolean;
  /** A transcript that grows is no reason not to: the user knows better. */
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
  private readonly loading = new Underway<ChannelId, Channel | undefined>();
  private readonly openingSessions = new Underway<SessionId, Channel>();
  private readonly taking = new Underway<SessionId, Channel>();
  private readonly replaced = this.store.add(new Emitter<Replacement>());
  private readonly locks: SessionLocks;
  private readonly owners: SessionOwners;
  private readonly open: OpenChannels;
  private readonly leftovers: Leftovers;
  private readonly holders: SessionHolders;

  /** A channel was opened or closed, or something of one has changed. */
  readonly onChanged: Event<Channel>;
  /** A turn of a channel that is open ended. */
  readonly onTurnEnded: Event<Channel>;
  /** The pages of the former one are to show the next. */
  readonly onReplaced = this.replaced.event;

  constructor(
    private readonly files: ChannelFiles,
    ports: ChannelPorts,
    processes: ProcessPort,
    clock: Clock,
    log: Log,
    { folder, watch }: SessionPlace,
  ) {
    this.locks = new SessionLocks(join(folder, 'open'), processes, log);
    this.owners = new SessionOwners(processes, this.locks, watch, clock);
    const claiming = { ...ports, claim: (id: SessionId) => this.claim(id) };
    const open = new OpenChannels(files, claiming, this.owners, clock, log);
    this.open = this.store.add(open);
    this.onChanged = open.onChanged;
    this.onTurnEnded = open.onTurnEnded;
    this.leftovers = new Leftovers(files, this.owners, processes, clock);
    const letGo = (id: SessionId) => open.handOver(id);
    const wanted = join(folder, 'wanted');
    const requests = this.store.add(new WindowRequests(wanted, processes, letGo, clock, log));
    this.holders = new SessionHolders(open, files, this.owners, this.leftovers, requests, watch);
    const ours = () => open.ours;
    const pids = () => open.pids;
    const reopen = (channel: Channel) => this.reopen(channel);
    const strangers = this.store.add(new Strangers(watch, { ours, pids, reopen }, log));
    this.store.add(open.onTurnEnded(channel => strangers.turnEnded(channel)));
  }

  get all(): Channel[] {
    return this.open.all;
  }

  get(id: ChannelId): Channel | undefined {
    return this.open.get(id);
  }

  bySession(id: SessionId): Channel | undefined {
    return this.open.bySession(id);
  }

  /** A new conversation. */
  async create(cwd: string, start?: RecordStart): Promise<Channel> {
    const file = await this.files.create(cwd, start);
    // Nobody else can know its session, but others are to see that it is open.
    await this.owners.take(file.value.sessionId);
    return this.open.adopt(file);
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
    return this.openingSessions.run(id, () => this.openSessionOnce(cwd, id, options));
  }

  /**
   * The conversation as it was when its window went away. Undefined when there is none, or when
   * another window has it open.
   */
  async load(cwd: string, id: ChannelId): Promise<Channel | undefined> {
    return this.get(id) ?? this.loading.run(id, () => this.loadOnce(cwd, id));
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
  endLeftovers(cwds: readonly string[]): Promise<void> {
    return this.leftovers.endAll(cwds, id => this.get(id) !== undefined);
  }

  /** Who else has a session open, now; undefined also when it is open here and goes on here. */
  async holderOf(cwd: string, id: SessionId): Promise<SessionHolder | undefined> {
    const open = this.bySession(id);
    if (open && !open.heldBy) {
      return undefined;
    }
    const isLent = open?.heldBy?.kind === 'terminal' && open.heldBy.pid === undefined;
    // A terminal that was given it and leaves no trace may have it still.
    return (await this.holders.find(cwd, id)) ?? (isLent ? open.heldBy : undefined);
  }

  /**
   * Gets a session from whoever has it: another window is asked, a terminal's process is told to end.
   * @param agreed whom the user has agreed to take it from
   * @throws UserError `notReleased`; `holderChanged` when it would end a process that was not agreed to
   */
  takeSession(cwd: string, id: SessionId, agreed?: SessionHolder): Promise<Channel> {
    return this.taking.run(id, async () => {
      await this.holders.free(cwd, id, agreed);
      // It may have been closed or opened here meanwhile.
      const open = this.bySession(id);
      if (open) {
        return open.heldBy ? this.reopen(open) : open;
      }
      return this.openSession(cwd, id, { evenIfGrowing: true });
    });
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

  close(id: ChannelId): Promise<void> {
    return this.open.close(id);
  }

  /** Whether another window has the conversation open. */
  async isElsewhere(cwd: string, id: ChannelId): Promise<boolean> {
    const file = this.get(id) ? undefined : await this.files.open(cwd, id);
    return file !== undefined && this.owners.isElsewhere(file.value);
  }

  /** The window goes away: processes end, records say what was open. Does not wait. */
  dispose(): void {
    this.store.dispose();
  }

  private async openSessionOnce(
    cwd: string,
    id: SessionId,
    { readOnly = false, evenIfGrowing = false }: OpenOptions,
  ): Promise<Channel> {
    const open = this.bySession(id);
    if (open) {
      return open;
    }
    const found = await this.holders.find(cwd, id);
    const holder = found?.kind === 'growing' && evenIfGrowing ? undefined : found;
    if (holder && !readOnly) {
      throw new UserError('openElsewhere', holderWords(holder));
    }
    if (holder?.kind === 'window') {
      return this.open.adopt(await this.files.create(cwd, { sessionId: id }), holder);
    }
    const [newest] = await this.files.ofSession(cwd, id);
    const known = newest && (await this.load(cwd, newest.channelId));
    if (known) {
      if (holder && !known.heldBy) {
        known.holding.give(holder);
      }
      return known;
    }
    const file = await this.files.create(cwd, { sessionId: id });
    const quicker = await this.owners.take(id);
    if (quicker && !readOnly) {
      throw new UserError('openElsewhere', holderWords(quicker));
    }
    return this.open.adopt(file, quicker ?? holder);
  }

  private async loadOnce(cwd: string, id: ChannelId): Promise<Channel | undefined> {
    await this.open.closed(channel => channel.id === id);
    await this.leftovers.end(cwd, id);
    const file = await this.files.open(cwd, id);
    if (!file || (await this.owners.isElsewhere(file.value))) {
      return undefined;
    }
    const { sessionId } = file.value;
    const terminal = await this.owners.terminal(sessionId, this.open.pids);
    if (await this.owners.take(sessionId)) {
      return undefined;
    }
    return this.open.adopt(file, terminal);
  }

  /** The conversation anew, as it is stored by now, in the place of a channel that was held. */
  private async reopen(former: Channel): Promise<Channel> {
    const { cwd } = former;
    const { sessionId } = former.record;
    // The one that has taken its place has the same id.
    if (this.get(former.id) === former) {
      await this.close(former.id);
    }
    const next = await this.openSession(cwd, sessionId, { evenIfGrowing: true, readOnly: true });
    const { wasOurs } = former.heldBy ?? {};
    const { draft } = former.record;
    if (former.heldBy?.kind === 'window' && !wasOurs && (draft.text || draft.images.length > 0)) {
      // It was written while the record was another window's, and is nowhere else.
      next.messages.compose(draft);
    }
    if (next !== former) {
      this.replaced.fire({ former, next });
    }
    return next;
  }

  /** The last look before a process takes up a session. */
  private async claim(id: SessionId): Promise<void> {
    const holder = await this.owners.terminal(id, this.open.pids);
    if (holder) {
      throw new UserError('openElsewhere', holderWords(holder));
    }
  }
}
