import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ChannelId, MessageId, SessionId } from '../../contract/ids';
import type { ProcessIdentity } from '../../node/processIdentity';
import { Channel } from './channel';
import type { ChannelFiles, RecordFile } from './channelFiles';
import type { ChannelRecord, Journal, RecordStart } from './journal';
import type { ChannelPorts } from './ports';

/** What the registry asks the system about processes that other windows or an earlier run started. */
export interface ProcessPort {
  self(): Promise<ProcessIdentity | undefined>;
  lives(identity: ProcessIdentity): Promise<boolean>;
  /** Ends a process that outlived its window, with all that it started. */
  endLeftover(identity: ProcessIdentity): Promise<void>;
}

/** Milliseconds: a window that is opened again has asked for its conversations by then. */
const timeToComeBack = 24 * 60 * 60 * 1000;

interface Entry {
  readonly channel: Channel;
  readonly file: RecordFile;
}

/** The conversations that this window has open. A session never runs in two processes. */
export class ChannelRegistry implements Disposable {
  private readonly store = new DisposableStore();
  private readonly entries = new Map<ChannelId, Entry>();
  private readonly opening = new Map<ChannelId, Promise<Channel | undefined>>();
  private readonly openingSessions = new Map<SessionId, Promise<Channel>>();
  private readonly closing = new Map<Channel, Promise<void>>();
  private readonly changed = this.store.add(new Emitter<Channel>());

  /** A channel was opened, or something of one has changed. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly files: ChannelFiles,
    private readonly ports: ChannelPorts,
    private readonly processes: ProcessPort,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

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
    return this.create(source.cwd, await source.forkBefore(message));
  }

  /**
   * The conversation that carries a session that the agent has stored: as it is open here, as it was
   * when it was closed, or a new one where there has been none.
   * @throws UserError `openElsewhere` when another window has it open
   */
  openSession(cwd: string, id: SessionId): Promise<Channel> {
    const opening = this.openingSessions.get(id) ?? this.openSessionOnce(cwd, id);
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

  async close(id: ChannelId): Promise<void> {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    if (entry) {
      const { channel } = entry;
      const closing = this.closeEntry(entry).finally(() => this.closing.delete(channel));
      this.closing.set(channel, closing);
      await closing;
    }
  }

  /** The window goes away: processes end, records say what was open. Does not wait. */
  dispose(): void {
    for (const channel of this.closing.keys()) {
      channel.dispose();
    }
    for (const { channel, file } of this.entries.values()) {
      try {
        channel.dispose();
        file.set(withoutOwner(file.value));
        file.flushSync();
      } catch (error) {
        // The others must end and be kept all the same.
        this.log.error('A conversation could not be closed', { error: messageOf(error) });
      }
    }
    this.entries.clear();
    this.store.dispose();
  }

  private async closeEntry({ channel, file }: Entry): Promise<void> {
    const { text, images } = file.value.draft;
    const { temporary } = file.value;
    const isEmpty = channel.isFresh && text === '' && images.length === 0;
    await channel.close();
    if (isEmpty || temporary) {
      await this.files.remove(file.value);
    } else {
      file.set(withoutOwner(file.value));
      await file.flush();
    }
  }

  private async openSessionOnce(cwd: string, id: SessionId): Promise<Channel> {
    await this.closed(channel => channel.record.sessionId === id);
    const open = this.bySession(id);
    if (open) {
      return open;
    }
    const records = await this.files.ofSession(cwd, id);
    for (const record of records) {
      if (await this.isOpenElsewhere(record)) {
        throw new UserError('openElsewhere', 'This conversation is open in another window.');
      }
    }
    const [newest] = records;
    const known = newest && (await this.load(cwd, newest.channelId));
    return known ?? this.create(cwd, { sessionId: id });
  }

  /** Whether another window has the conversation open. */
  async isElsewhere(cwd: string, id: ChannelId): Promise<boolean> {
    const file = this.entries.has(id) ? undefined : await this.files.open(cwd, id);
    return file !== undefined && this.isOpenElsewhere(file.value);
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
    if (!file || (await this.isOpenElsewhere(file.value))) {
      return undefined;
    }
    await this.endLeftover(file);
    return this.adopt(file);
  }

  private async adopt(file: RecordFile): Promise<Channel> {
    const owner = await this.processes.self();
    if (owner) {
      file.set({ ...file.value, owner });
    }
    const journal = journalOf(file, this.log);
    const log = this.log.child(file.value.channelId.slice(0, 8));
    const channel = new Channel(file.value, this.ports, journal, this.clock, log);
    try {
      await channel.restore();
    } catch (error) {
      // Half restored it would write its emptiness over what is stored.
      channel.dispose();
      file.set(withoutOwner(file.value));
      throw error;
    }
    this.entries.set(channel.id, { channel, file });
    this.store.add(channel.onChanged(() => this.changed.fire(channel)));
    this.changed.fire(channel);
    return channel;
  }

  private async isOpenElsewhere(record: ChannelRecord): Promise<boolean> {
    const { owner } = record;
    const self = await this.processes.self();
    if (!owner || owner.pid === self?.pid) {
      return false;
    }
    return this.processes.lives(owner);
  }

  /** A temporary conversation whose tab did not come back. */
  private async removeForgotten(record: ChannelRecord): Promise<void> {
    const age = this.clock.now() - record.updatedAt;
    if (record.temporary && age > timeToComeBack && !(await this.isOpenElsewhere(record))) {
      await this.files.remove(record);
    }
  }

  private async endLeftover(file: RecordFile): Promise<void> {
    const { process } = file.value;
    if (!process || (await this.isOpenElsewhere(file.value))) {
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

function journalOf(file: RecordFile, log: Log): Journal {
  return {
    // The owner is the registry's to say, whatever the channel knew when it was made.
    save: record => {
      const { owner } = file.value;
      file.set(owner ? { ...record, owner } : withoutOwner(record));
    },
    flush: () =>
      file.flush().catch((error: unknown) => {
        log.error('The conversation could not be saved', { error: messageOf(error) });
      }),
  };
}
