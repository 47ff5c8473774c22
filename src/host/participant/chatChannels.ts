import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { PermissionMode } from '../../contract/content';
import { emptyDraft } from '../../contract/draft';
import type { ChannelId, MessageId } from '../../contract/ids';
import { isAtWork } from '../../core/conversation/attention';
import { hasBackground } from '../../core/conversation/background';
import type { Channel } from '../../core/conversation/channel';
import type { RecordStart } from '../../core/conversation/channelRecord';
import { holderMessage } from '../../core/conversation/leaseHolder';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { ConversationAgent } from '../agents/defaultAgents';
import type { PendingNotes } from './pendingNotes';
import { notesOf, type PastTurn, type ResponseNote } from './responseNote';

/** Conversations without a page that stay open for the next request. */
const mostOpen = 4;

export interface ChatChannelPorts {
  readonly registry: Pick<
    ChannelRegistry,
    'get' | 'bySession' | 'headOf' | 'loadById' | 'openSession' | 'fork' | 'close'
  >;
  /** @throws UserError with the reason why no conversation is possible */
  requireOpen(agent?: ConversationAgent): Promise<void>;
  /** @throws UserError as `requireOpen` does */
  create(cwd: string, start: RecordStart): Promise<Channel>;
  /** Folder of a new conversation; undefined if the user cancels. */
  folder(): Promise<string | undefined>;
  /** Agent of new conversations in a folder; undefined: Claude Code. */
  defaultAgent(cwd: string): string | undefined;
  /** Whether trust in this workspace covers a folder. */
  covers(cwd: string): Promise<boolean>;
  /** Asks about the programs of a folder. @throws UserError `folder.unanswered` */
  askAboutPrograms(cwd: string): Promise<void>;
  isShown(channel: Channel): boolean;
  readonly pending: Pick<PendingNotes, 'of'>;
  readonly log: Log;
}

/** Finds the conversation of a chat session, which its responses name, or begins one. */
export class ChatChannels {
  /** Messages of each conversation that were sent from here, oldest first. */
  private readonly sent = new Map<ChannelId, readonly MessageId[]>();
  /** Conversations that were used here, least recently used first. */
  private used: readonly ChannelId[] = [];

  constructor(private readonly ports: ChatChannelPorts) {}

  /**
   * Returns the conversation of earlier turns, even after a reload. If the user has gone back to an
   * earlier request, a copy of the conversation from there.
   * @returns undefined for the first request
   * @throws UserError `session.openElsewhere`, `session.absent`, and as `requireOpen`
   */
  async ofHistory(history: readonly PastTurn[]): Promise<Channel | undefined> {
    const note = this.noteOf(history);
    if (!note) {
      return undefined;
    }
    const { registry } = this.ports;
    const open = registry.get(note.channelId) ?? registry.bySession(note.sessionId);
    const found = open ?? (await this.load(note));
    if (found.heldBy) {
      throw new UserError('session.openElsewhere', holderMessage(found.heldBy));
    }
    const channel = await this.backAt(note, found);
    this.use(channel);
    return channel;
  }

  /** Returns what the newest response has kept, or the newest one that has kept anything. */
  noteOf(history: readonly PastTurn[]): ResponseNote | undefined {
    const notes = notesOf(history);
    return notes[0] ?? this.ports.pending.of(history) ?? notes.find(note => note !== undefined);
  }

  /**
   * Begins a conversation.
   * @throws UserError `conversation.stopped` if the user cancels, `folder.unanswered`, and as
   *   `requireOpen`
   */
  async begin(mode: PermissionMode | undefined): Promise<Channel> {
    const { ports } = this;
    await ports.requireOpen();
    const cwd = await ports.folder();
    if (cwd === undefined) {
      throw new UserError('conversation.stopped', l10n.t('No folder was chosen.'));
    }
    const source = ports.defaultAgent(cwd);
    if (source === undefined) {
      await ports.askAboutPrograms(cwd);
    }
    const channel = await ports.create(cwd, {
      ...(source === undefined ? {} : { source }),
      ...(mode === undefined ? {} : { picks: { mode } }),
    });
    this.use(channel);
    void this.closeOldest();
    return channel;
  }

  /**
   * Checks that a message may be sent, whoever opened the conversation.
   * @throws UserError `session.openElsewhere`, `folder.unanswered`
   */
  async requireReady({ heldBy, record, cwd }: Channel): Promise<void> {
    if (heldBy) {
      throw new UserError('session.openElsewhere', holderMessage(heldBy));
    }
    if (record.source === undefined) {
      await this.ports.askAboutPrograms(cwd);
    }
  }

  /** Records a message that a request became. */
  noteSent({ id }: Channel, message: MessageId): void {
    this.sent.set(id, [...(this.sent.get(id) ?? []), message]);
  }

  private async load(note: ResponseNote): Promise<Channel> {
    const { registry, covers, requireOpen, askAboutPrograms } = this.ports;
    const head = await registry.headOf(note.channelId);
    await requireOpen(head ?? {});
    const cwd = head?.cwd ?? note.cwd;
    if (!(await covers(cwd))) {
      throw new UserError(
        'session.absent',
        l10n.t('The conversation of this chat belongs to another folder. Start a new chat here.'),
      );
    }
    if (head?.source === undefined) {
      await askAboutPrograms(cwd);
    }
    return (
      (head && (await registry.loadById(note.channelId))) ??
      (await registry.openSession(cwd, note.sessionId))
    );
  }

  /** Forks the conversation if requests after the last one of the history were taken back. */
  private async backAt({ messageId }: ResponseNote, channel: Channel): Promise<Channel> {
    const sent = this.sent.get(channel.id) ?? [];
    const at = messageId === undefined ? -1 : sent.indexOf(messageId);
    const next = at < 0 ? undefined : sent[at + 1];
    if (next === undefined) {
      return channel;
    }
    try {
      const fork = await this.ports.registry.fork(channel, next);
      // The Chat view has the text of the request that follows.
      fork.saveDraft(emptyDraft);
      this.sent.set(fork.id, sent.slice(0, at + 1));
      return fork;
    } catch (error) {
      this.ports.log.info('A chat goes on at the end of its conversation', {
        error: messageOf(error),
      });
      return channel;
    }
  }

  private use({ id }: Channel): void {
    this.used = [...this.used.filter(known => known !== id), id];
  }

  /** Closes conversations that only older chats know; a request opens them again. */
  private async closeOldest(): Promise<void> {
    const { registry, isShown, log } = this.ports;
    const idle = this.used.flatMap(id => {
      const channel = registry.get(id);
      return channel && !isShown(channel) && !isBusy(channel) ? [channel] : [];
    });
    for (const channel of idle.slice(0, -mostOpen)) {
      try {
        await registry.close(channel.id);
      } catch (error) {
        log.warn('The conversation of a chat could not be closed', { error: messageOf(error) });
      }
    }
    this.used = this.used.filter(id => registry.get(id) !== undefined);
  }
}

function isBusy(channel: Channel): boolean {
  const { conversation, messages } = channel;
  const isWaiting = conversation.summary.waiting.length > 0;
  return isAtWork(channel) || isWaiting || hasBackground(conversation) || messages.hasPending;
}
