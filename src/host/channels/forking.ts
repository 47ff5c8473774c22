import { randomUUID } from 'node:crypto';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ConversationEvent } from '../../contract/events';
import type { MessageId, SessionId } from '../../contract/ids';
import type { SentPrompt } from '../../protocol/agentSource';
import type { ConversationStore } from './conversationStore';
import type { ForkOrigin, RecordStart } from './journal';
import type { AgentLauncher, LaunchSession } from './ports';
import type { RecordKeeper } from './recordKeeper';

interface Stored {
  readonly events: readonly ConversationEvent[];
  /** The conversation's own session is stored, so that the agent can take it up. */
  readonly isOwn: boolean;
}

/**
 * Which stored session a conversation goes on from: its own, or that which it was forked from as long
 * as the agent has stored nothing of its own.
 */
export class Forking {
  constructor(
    private readonly cwd: string,
    private readonly agents: AgentLauncher,
    private readonly keeper: RecordKeeper,
    private readonly said: ConversationStore,
    private readonly log: Log,
  ) {}

  /** How the next process takes the conversation up. */
  async nextSession(): Promise<LaunchSession> {
    const { sessionId: id, temporary } = this.keeper.current;
    if (temporary) {
      return { kind: 'new', id };
    }
    if (await this.hasOwn()) {
      return { kind: 'resume', id };
    }
    const { fork } = this.keeper.current;
    if (!fork) {
      return { kind: 'new', id };
    }
    // An attempt that has come to nothing may have left a file under its id.
    const own = randomUUID() as string as SessionId;
    this.said.apply([{ type: 'session.changed', sessionId: own }]);
    return { kind: 'fork', ...fork, id: own };
  }

  /** What was said so far. */
  async read(): Promise<Stored> {
    const { sessionId } = this.keeper.current;
    if (await this.hasOwn()) {
      return { events: await this.agents.readSession(this.cwd, sessionId), isOwn: true };
    }
    const { fork } = this.keeper.current;
    const said = fork ? await this.agents.readSession(this.cwd, fork.from, fork.at) : [];
    // Its session and its title are the other conversation's.
    return { events: said.filter(event => event.type !== 'session.changed'), isOwn: false };
  }

  /**
   * What a conversation begins with that goes on from before a message of this one.
   * @throws UserError `absent`, or why the agent cannot go back there
   */
  async startBefore(id: MessageId, title: string): Promise<RecordStart> {
    if (this.keeper.current.temporary) {
      throw new UserError(
        'temporary',
        'A temporary conversation is not stored: it cannot be forked.',
      );
    }
    const { messages } = this.said;
    const message = messages.find(one => one.messageId === id);
    if (!message) {
      throw new UserError('absent', 'This message is not in the conversation.');
    }
    const { picks, addDirs } = this.keeper.current;
    const draft = this.said.draftOf(message);
    const prompt = { id, text: draft.text, at: message.at };
    const fork = message === messages[0] ? undefined : await this.originBefore(prompt);
    const start = { draft, picks, ...(addDirs ? { addDirs } : {}) };
    return fork ? { ...start, fork, fallbackTitle: forkTitle(title) } : start;
  }

  /** What a conversation begins with that goes on from all of this one, in another folder. */
  async startElsewhere(title: string): Promise<RecordStart> {
    const { picks, draft, fork, addDirs, sessionId, temporary } = this.keeper.current;
    const isOwn = !temporary && (await this.hasOwn());
    return {
      picks,
      draft,
      ...(addDirs ? { addDirs } : {}),
      ...(temporary ? { temporary: 'empty' } : {}),
      ...(isOwn ? { fork: { from: sessionId } } : fork ? { fork } : {}),
      ...(isOwn || fork ? { fallbackTitle: title } : {}),
    };
  }

  /** Absent: nothing that could be kept comes before the prompt. */
  private async originBefore(prompt: SentPrompt): Promise<ForkOrigin | undefined> {
    const own: ForkOrigin = { from: this.keeper.current.sessionId };
    const { from, at: until } = (await this.hasOwn()) ? own : (this.keeper.current.fork ?? own);
    const point = await this.agents.forkPoint(this.cwd, from, prompt, until);
    return point.kind === 'first' ? undefined : { from, at: point.at };
  }

  /** Forgets where the conversation came from when it has a session of its own. */
  async settle(): Promise<void> {
    if (this.keeper.current.fork) {
      await this.isStored();
    }
  }

  /** What cannot be looked up is taken as stored: nothing is then sent twice. */
  isStored(): Promise<boolean> {
    return this.hasOwn().catch((error: unknown) => {
      this.log.warn('The session could not be looked up', { error: messageOf(error) });
      return true;
    });
  }

  private async hasOwn(): Promise<boolean> {
    const isStored = await this.agents.hasSession(this.cwd, this.keeper.current.sessionId);
    if (isStored && this.keeper.current.fork) {
      this.keeper.forget('fork');
    }
    return isStored;
  }
}

function forkTitle(title: string): string {
  const mark = ' (fork)';
  return title.endsWith(mark) ? title : title + mark;
}
