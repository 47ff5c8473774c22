import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { SingleFlight } from '../../base/singleFlight';
import { isEmptyDraft } from '../../contract/draft';
import type { ChannelId, MessageId, SessionId } from '../../contract/ids';
import type { SessionWatch } from '../../protocol/sessionWatch';
import type { Channel } from '../conversation/channel';
import type { RecordStart } from '../conversation/channelRecord';
import { holderMessage, type LeaseHolder } from '../conversation/leaseHolder';
import type { ChannelPorts } from '../conversation/ports';
import type { ChannelFiles, RecordFile, RecordHead } from './channelFiles';
import { LeaseDetector, type ProcessPort } from './leaseDetector';
import { LeaseTransfer } from './leaseTransfer';
import { OpenChannels } from './openChannels';
import { OrphanedProcesses } from './orphanedProcesses';
import { SessionLocks } from './sessionLocks';
import { TerminalSessionWatcher } from './terminalSessionWatcher';
import { WindowRequests } from './windowRequests';

/** Options for opening a session that another process may have open. */
export interface OpenOptions {
  /** Shows a session that is open elsewhere, without starting a process. */
  readonly readOnly?: boolean;
  /** Opens the session even if its transcript is growing: the user knows better. */
  readonly ignoreUnknownWriter?: boolean;
}

/** A channel and the one that replaced it after the history was read again. */
export interface Replacement {
  readonly former: Channel;
  readonly next: Channel;
}

/** Folder through which windows coordinate, and the watch on sessions from outside. */
export interface SessionCoordination {
  readonly folder: string;
  readonly watch: SessionWatch;
}

/** Conversations that this window has open. A session never runs in two processes. */
export class ChannelRegistry implements Disposable {
  private readonly store = new DisposableStore();
  private readonly loading = new SingleFlight<ChannelId, Channel | undefined>();
  private readonly openingSessions = new SingleFlight<SessionId, Channel>();
  private readonly taking = new SingleFlight<SessionId, Channel>();
  private readonly replaced = this.store.add(new Emitter<Replacement>());
  private readonly locks: SessionLocks;
  private readonly detector: LeaseDetector;
  private readonly open: OpenChannels;
  private readonly orphans: OrphanedProcesses;
  private readonly leaseTransfer: LeaseTransfer;

  /** Fires when a channel is opened, closed or changed. */
  readonly onChanged: Event<Channel>;
  /** Fires when a turn of an open channel ends. */
  readonly onTurnEnded: Event<Channel>;
  /** Fires when the former channel's pages must show the next one. */
  readonly onReplaced = this.replaced.event;

  constructor(
    private readonly files: ChannelFiles,
    private readonly ports: ChannelPorts,
    processes: ProcessPort,
    clock: Clock,
    log: Log,
    { folder, watch }: SessionCoordination,
  ) {
    this.locks = new SessionLocks(join(folder, 'open'), processes, log);
    this.detector = new LeaseDetector(processes, this.locks, watch, clock);
    const leasing: ChannelPorts = {
      ...ports,
      acquireLease: (id: SessionId) => this.acquireLease(id),
    };
    const open = new OpenChannels(files, leasing, this.detector, clock, log);
    this.open = this.store.add(open);
    this.onChanged = open.onChanged;
    this.onTurnEnded = open.onTurnEnded;
    this.orphans = new OrphanedProcesses(files, this.detector, processes, clock, log);
    const transfer = (id: SessionId) => open.transfer(id);
    const wanted = join(folder, 'wanted');
    const requests = this.store.add(new WindowRequests(wanted, processes, transfer, clock, log));
    this.leaseTransfer = new LeaseTransfer(
      open,
      files,
      this.detector,
      this.orphans,
      requests,
      watch,
    );
    const ours = () => open.ours;
    const pids = () => open.pids;
    const reopen = (channel: Channel) => this.reopen(channel);
    const watcher = this.store.add(new TerminalSessionWatcher(watch, { ours, pids, reopen }, log));
    this.store.add(open.onTurnEnded(channel => watcher.turnEnded(channel)));
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

  async create(cwd: string, start?: RecordStart): Promise<Channel> {
    const file = await this.files.create(cwd, start);
    // No other process can know the session yet, but other windows must see that it is open.
    await this.detector.acquire(file.value.sessionId);
    return this.open.adopt(file);
  }

  /**
   * Creates a conversation that continues from before a message of another one, with the message in
   * its composer. Starts no process; the source may be working.
   * @throws UserError with the reason why it cannot go back there
   */
  async fork(source: Channel, message: MessageId): Promise<Channel> {
    return this.create(source.cwd, await source.forking.startBefore(message, source.title));
  }

  /**
   * Creates a conversation that continues all of another one beside it. Starts no process.
   * @throws UserError `session.temporary`, `message.none`
   */
  async forkWhole(source: Channel): Promise<Channel> {
    return this.create(source.cwd, await source.forking.startCopy(source.title));
  }

  /**
   * Opens the conversation of a session that the agent has stored: the open channel, its stored
   * record, or a new one.
   * @throws UserError `session.openElsewhere` if another process has it open
   */
  openSession(cwd: string, id: SessionId, options: OpenOptions = {}): Promise<Channel> {
    return this.openingSessions.run(id, () => this.openSessionOnce(cwd, id, options));
  }

  /**
   * Restores a conversation as it was when its window went away.
   * @returns undefined if there is none, or if another window has it open
   */
  async load(cwd: string, id: ChannelId): Promise<Channel | undefined> {
    return this.get(id) ?? this.loading.run(id, () => this.loadOnce(cwd, id));
  }

  /** Returns the folder and the agent of a stored conversation, wherever it ran. */
  async headOf(id: ChannelId): Promise<RecordHead | undefined> {
    return this.get(id)?.record ?? (await this.files.headOf(id));
  }

  /** Restores a channel whose folder is unknown, such as that of a restored tab. */
  async loadById(id: ChannelId): Promise<Channel | undefined> {
    const head = await this.headOf(id);
    return head && this.load(head.cwd, id);
  }

  /** Ends orphaned processes of earlier windows in these folders. */
  endOrphanedProcesses(cwds: readonly string[]): Promise<void> {
    return this.orphans.endAll(cwds, id => this.get(id) !== undefined);
  }

  /** Finds the present holder of a session; undefined also if it is open and writable here. */
  async holderOf(cwd: string, id: SessionId): Promise<LeaseHolder | undefined> {
    const open = this.bySession(id);
    if (open && !open.heldBy) {
      return undefined;
    }
    const isLent = open?.heldBy?.kind === 'terminal' && open.heldBy.pid === undefined;
    // A terminal that received the session and leaves no trace may still have it.
    return (await this.leaseTransfer.findHolder(cwd, id)) ?? (isLent ? open.heldBy : undefined);
  }

  /**
   * Takes a session from its holder: asks another window, or ends a terminal's process.
   * @param agreed holder that the user has agreed to take it from
   * @throws UserError `session.notReleased`; `session.holderChanged` if the process to end was not agreed to
   */
  takeSession(cwd: string, id: SessionId, agreed?: LeaseHolder): Promise<Channel> {
    return this.taking.run(id, async () => {
      await this.leaseTransfer.release(cwd, id, agreed);
      // The session may have been closed or opened here in the meantime.
      const open = this.bySession(id);
      if (open) {
        return open.heldBy ? this.reopen(open) : open;
      }
      return this.openSession(cwd, id, { ignoreUnknownWriter: true });
    });
  }

  /** Returns sessions that other windows have open. */
  openInWindows(): Promise<readonly SessionId[]> {
    return this.locks.others();
  }

  /** Ends the process of an idle conversation until its next message. */
  async sleep(id: ChannelId): Promise<void> {
    await this.get(id)?.agent.sleep();
  }

  /** Ends a session's process so that a terminal can continue the session. */
  async release(id: SessionId): Promise<void> {
    const holder = { kind: 'terminal' } as const;
    await this.bySession(id)?.lease.transfer(holder, holderMessage(holder));
  }

  close(id: ChannelId): Promise<void> {
    return this.open.close(id);
  }

  /** Whether another window has the conversation open. */
  async isElsewhere(cwd: string, id: ChannelId): Promise<boolean> {
    const file = this.get(id) ? undefined : await this.files.open(cwd, id);
    return file !== undefined && this.detector.isElsewhere(file.value);
  }

  /** Ends all processes without waiting: the window is closing. Records keep what was open. */
  dispose(): void {
    this.store.dispose();
  }

  private async openSessionOnce(
    cwd: string,
    id: SessionId,
    { readOnly = false, ignoreUnknownWriter = false }: OpenOptions,
  ): Promise<Channel> {
    const open = this.bySession(id);
    if (open) {
      return open;
    }
    const found = await this.leaseTransfer.findHolder(cwd, id);
    const holder = found?.kind === 'unknownWriter' && ignoreUnknownWriter ? undefined : found;
    if (holder && !readOnly) {
      throw new UserError('session.openElsewhere', holderMessage(holder));
    }
    if (holder?.kind === 'window') {
      return this.open.adopt(await this.createFor(cwd, id), holder);
    }
    const [newest] = await this.files.ofSession(cwd, id);
    const known = newest && (await this.load(cwd, newest.channelId));
    if (known) {
      if (holder && !known.heldBy) {
        known.lease.revoke(holder);
      }
      return known;
    }
    const file = await this.createFor(cwd, id);
    const quicker = await this.detector.acquire(id);
    if (quicker && !readOnly) {
      throw new UserError('session.openElsewhere', holderMessage(quicker));
    }
    return this.open.adopt(file, quicker ?? holder);
  }

  /** Creates the record of a stored session, which goes on with the agent that began it. */
  private async createFor(cwd: string, id: SessionId): Promise<RecordFile> {
    const source = await this.ports.agents.sourceOf?.(id);
    return this.files.create(cwd, { sessionId: id, ...(source ? { source } : {}) });
  }

  private async loadOnce(cwd: string, id: ChannelId): Promise<Channel | undefined> {
    await this.open.closed(channel => channel.id === id);
    await this.orphans.end(cwd, id);
    const file = await this.files.open(cwd, id);
    if (!file || (await this.detector.isElsewhere(file.value))) {
      return undefined;
    }
    const { sessionId } = file.value;
    const terminal = await this.detector.terminal(sessionId, this.open.pids);
    if (await this.detector.acquire(sessionId)) {
      return undefined;
    }
    return this.open.adopt(file, terminal);
  }

  /** Replaces a read-only channel with the conversation as it is now stored. */
  private async reopen(former: Channel): Promise<Channel> {
    const { cwd } = former;
    const { sessionId } = former.record;
    // The channel that replaced it has the same id.
    if (this.get(former.id) === former) {
      await this.close(former.id);
    }
    const next = await this.openSession(cwd, sessionId, {
      ignoreUnknownWriter: true,
      readOnly: true,
    });
    const { wasOurs } = former.heldBy ?? {};
    const { draft } = former.record;
    if (former.heldBy?.kind === 'window' && !wasOurs && !isEmptyDraft(draft)) {
      // The draft was written while another window had the record, and is stored nowhere else.
      next.messages.composer.compose(draft);
    }
    if (next !== former) {
      this.replaced.fire({ former, next });
    }
    return next;
  }

  /** Checks a session right before a process takes it up. */
  private async acquireLease(id: SessionId): Promise<void> {
    const holder =
      (await this.open.claim(id)) ?? (await this.detector.terminal(id, this.open.pids));
    if (holder) {
      throw new UserError('session.openElsewhere', holderMessage(holder));
    }
  }
}
