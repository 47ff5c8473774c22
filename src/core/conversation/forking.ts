import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Draft } from '../../contract/draft';
import type { ConversationEvent } from '../../contract/events';
import type { MessageId, SessionId } from '../../contract/ids';
import type { AgentLauncher, ForkOrigin, LaunchSession } from '../../protocol/agentLauncher';
import type { SentPrompt } from '../../protocol/agentSource';
import type { StoredSession } from '../../protocol/storedSession';
import type { RecordStart, StoredMessage } from './channelRecord';
import type { ConversationStore } from './conversationStore';
import type { RecordKeeper } from './recordKeeper';
import { containsMessage } from './restoredEvents';

interface StoredSessionState {
  /** Absent if nothing is stored. */
  readonly session?: StoredSession | undefined;
  /** Events of the newest part of the session. */
  readonly events: readonly ConversationEvent[];
  /** True if the conversation's own session is stored, so that the agent can resume it. */
  readonly isOwn: boolean;
}

/**
 * Determines the stored session that a conversation continues: its own or, until the agent has
 * stored that, the one it was forked from.
 */
export class Forking {
  /** Session and length that are known here, as the agent's store measures it. */
  private seen: { readonly id: SessionId; readonly length: number } | undefined;

  constructor(
    private readonly cwd: string,
    private readonly agents: AgentLauncher,
    private readonly keeper: RecordKeeper,
    private readonly history: ConversationStore,
    private readonly log: Log,
  ) {}

  /**
   * Returns how the next process starts: with a new, resumed or forked session.
   * @throws UserError `session.absent` if the conversation was stored and its session is gone
   */
  async nextSession(): Promise<LaunchSession> {
    const { sessionId: id, temporary } = this.keeper.current;
    if (temporary) {
      return { kind: 'new', id };
    }
    if (await this.hasOwn()) {
      const at = await this.rewound();
      return at === undefined ? { kind: 'resume', id } : { kind: 'resume', id, at };
    }
    const { fork } = this.keeper.current;
    if (!fork) {
      this.requireNew(id);
      return { kind: 'new', id };
    }
    // A failed attempt may have left a file under the previous id.
    return { kind: 'fork', ...fork, id: this.renew() };
  }

  /** Gives the conversation another session id, under which nothing is stored. */
  renew(): SessionId {
    const own = randomUUID() as string as SessionId;
    this.history.apply([{ type: 'session.changed', sessionId: own }]);
    return own;
  }

  /** Resolves when it is certain where the agent of this conversation stores its sessions. */
  async settleStore(): Promise<void> {
    await this.agents.settleStore?.();
  }

  /** Reads the stored history. */
  async read(): Promise<StoredSessionState> {
    const { sessionId, inFlight, prompts, stopped = [] } = this.keeper.current;
    if (inFlight.length + prompts.length + stopped.length > 0) {
      // Messages that are not stored go back to the composer: in a wrong place, none would be.
      await this.settleStore();
    }
    if (await this.hasOwn()) {
      const seen = await this.measure();
      const session = await this.agents.openSession(this.cwd, sessionId, await this.rewound());
      this.seen = seen;
      return { session, events: session?.tail.events ?? [], isOwn: true };
    }
    const { fork } = this.keeper.current;
    const session = fork && (await this.agents.openSession(this.cwd, fork.from, fork.at));
    // Session id and title belong to the other conversation.
    const storedEvents = session?.tail.events ?? [];
    return {
      session,
      events: storedEvents.filter(event => event.type !== 'session.changed'),
      isOwn: false,
    };
  }

  /** Opens what is stored of the conversation by now. */
  async reopen(): Promise<StoredSession | undefined> {
    const { sessionId } = this.keeper.current;
    return (await this.hasOwn()) ? this.agents.openSession(this.cwd, sessionId) : undefined;
  }

  /** Marks everything stored so far as known here. */
  async markSeen(): Promise<void> {
    this.seen = await this.measure();
  }

  /** True if another process has continued the session since it was last read. */
  async hasGrown(): Promise<boolean> {
    const { seen } = this;
    const { sessionId } = this.keeper.current;
    return (
      seen?.id === sessionId &&
      (await this.hasOwn()) &&
      (await this.agents.hasMessageSince(this.cwd, sessionId, seen.length))
    );
  }

  /** Returns the messages that a process received and the next one will not know. */
  async notStored(messages: readonly StoredMessage[]): Promise<readonly StoredMessage[]> {
    if (messages.length === 0) {
      return [];
    }
    try {
      const { events, isOwn } = await this.read();
      return messages.filter(message => !isOwn || !containsMessage(events, message));
    } catch (error) {
      // If the lookup fails, messages count as stored, so that nothing is sent twice.
      this.log.warn('The session could not be looked up', { error: messageOf(error) });
      return [];
    }
  }

  /**
   * Returns the start of a conversation that continues from before a message of this one.
   * @throws UserError `session.temporary`, `message.absent`, or why the agent cannot go back there
   */
  async startBefore(id: MessageId, title: string): Promise<RecordStart> {
    if (this.keeper.current.temporary) {
      throw temporaryFork();
    }
    const { source, picks, addDirs, ownModel } = this.keeper.current;
    const { draft, prompt, isFirst } = await this.sent(id);
    const fork = isFirst ? undefined : await this.originBefore(prompt);
    const start = {
      ...{ draft, picks },
      ...(source ? { source } : {}),
      ...(addDirs ? { addDirs } : {}),
      ...(ownModel ? { ownModel } : {}),
    };
    return fork ? { ...start, fork, fallbackTitle: forkTitle(title) } : start;
  }

  /**
   * Returns the start of a conversation that continues all of this one beside it.
   * @throws UserError `session.temporary`, `message.none`
   */
  async startCopy(title: string): Promise<RecordStart> {
    if (this.keeper.current.temporary) {
      throw temporaryFork();
    }
    const { draft: _draft, shellLines: _lines, ...start } = await this.startElsewhere(title);
    if (!start.fork) {
      throw new UserError('message.none', l10n.t('There is no message to fork from yet.'));
    }
    const at = (await this.rewound()) ?? start.fork.at;
    const fork = { ...start.fork, ...(at === undefined ? {} : { at }) };
    return { ...start, fork, fallbackTitle: forkTitle(title) };
  }

  /** Returns the start of a conversation that continues all of this one in another folder. */
  async startElsewhere(title: string): Promise<RecordStart> {
    const { source, picks, draft, fork, addDirs, shellLines, sessionId, temporary, ownModel } =
      this.keeper.current;
    const isOwn = !temporary && (await this.hasOwn());
    return {
      picks,
      draft,
      ...(source ? { source } : {}),
      ...(addDirs ? { addDirs } : {}),
      ...(shellLines ? { shellLines } : {}),
      ...(temporary ? { temporary: 'empty' } : {}),
      ...(ownModel ? { ownModel } : {}),
      ...(isOwn ? { fork: { from: sessionId } } : fork ? { fork } : {}),
      ...(isOwn || fork ? { fallbackTitle: title } : {}),
    };
  }

  /**
   * Finds the cut in the conversation's own session that lets it continue from before a message.
   * @throws UserError `session.temporary`, `message.first`, `message.absent`, or why the agent cannot go back there
   */
  async cutBefore(id: MessageId): Promise<{ draft: Draft; at: string }> {
    if (this.keeper.current.temporary) {
      throw new UserError(
        'session.temporary',
        l10n.t('A temporary conversation is not stored: it cannot be taken back.'),
      );
    }
    const { draft, prompt, isFirst } = await this.sent(id);
    const { sessionId } = this.keeper.current;
    const isOwn = await this.hasOwn();
    const until = isOwn ? await this.rewound() : undefined;
    const point =
      isFirst || !isOwn
        ? undefined
        : await this.agents.forkPoint(this.cwd, sessionId, prompt, until);
    if (point?.kind !== 'at') {
      throw new UserError(
        'message.first',
        l10n.t(
          'There is nothing before this message to continue from. Start a new conversation, or fork this one.',
        ),
      );
    }
    return { draft, at: point.at };
  }

  /** Makes the next process continue from this entry. Later entries stay in the store. */
  async cutAt(at: string): Promise<void> {
    const length = await this.agents.storedLength(this.cwd, this.keeper.current.sessionId);
    this.keeper.save({ rewound: { at, length } });
  }

  /** Entry that the conversation was rewound to, until a message follows. */
  private async rewound(): Promise<string | undefined> {
    const { rewound, sessionId } = this.keeper.current;
    if (rewound && (await this.agents.hasMessageSince(this.cwd, sessionId, rewound.length))) {
      this.keeper.forget('rewound');
    }
    return this.keeper.current.rewound?.at;
  }

  private async sent(id: MessageId) {
    const message = await this.history.message(id);
    const draft = await this.history.draftOf(message);
    const isFirst = message === this.history.messages[0] && !this.history.current.hasEarlier;
    const text = await this.history.agentTextOf(message);
    return { draft, isFirst, prompt: { id, text, at: message.at } };
  }

  /** Returns the fork origin before a prompt; undefined if nothing precedes it. */
  private async originBefore(prompt: SentPrompt): Promise<ForkOrigin | undefined> {
    const own: ForkOrigin = { from: this.keeper.current.sessionId };
    const isOwn = await this.hasOwn();
    const { from, at } = isOwn ? own : (this.keeper.current.fork ?? own);
    const until = isOwn ? await this.rewound() : at;
    const point = await this.agents.forkPoint(this.cwd, from, prompt, until);
    return point.kind === 'first' ? undefined : { from, at: point.at };
  }

  /** Measures the stored session; returns the previous measurement if that fails. */
  private async measure(): Promise<typeof this.seen> {
    const { sessionId: id } = this.keeper.current;
    try {
      const length = (await this.hasOwn()) ? await this.agents.storedLength(this.cwd, id) : 0;
      return { id, length };
    } catch (error) {
      this.log.debug('The session has no length', { error: messageOf(error) });
      return this.seen;
    }
  }

  /** Records that the session is stored, and forgets where it began once that is obsolete. */
  async settle(): Promise<void> {
    try {
      const { fork, storedAs, sessionId } = this.keeper.current;
      if (fork || storedAs !== sessionId) {
        await this.hasOwn();
      }
      await this.rewound();
    } catch (error) {
      this.log.warn('The session could not be looked up', { error: messageOf(error) });
    }
  }

  private async hasOwn(): Promise<boolean> {
    const { sessionId, temporary } = this.keeper.current;
    const isStored = await this.agents.hasSession(this.cwd, sessionId);
    if (isStored && this.keeper.current.fork) {
      this.keeper.forget('fork');
    }
    if (isStored && !temporary && this.keeper.current.storedAs !== sessionId) {
      this.keeper.save({ storedAs: sessionId });
    }
    return isStored;
  }

  /** Another folder of the agent would otherwise get an empty session under the same id. */
  private requireNew(id: SessionId): void {
    if (this.keeper.current.storedAs === id) {
      throw new UserError(
        'session.absent',
        this.keeper.current.source === undefined
          ? l10n.t(
              'The stored conversation was not found. It was deleted, or Claude Code now uses another folder (CLAUDE_CONFIG_DIR). Search for Claude Code again, or start a new conversation.',
            )
          : l10n.t(
              'The stored conversation was not found: it was deleted. Start a new conversation.',
            ),
      );
    }
  }
}

function temporaryFork(): UserError {
  return new UserError(
    'session.temporary',
    l10n.t('A temporary conversation is not stored: it cannot be forked.'),
  );
}

function forkTitle(title: string): string {
  const suffix = ` ${l10n.t('(fork)')}`;
  return title.endsWith(suffix) ? title : title + suffix;
}
