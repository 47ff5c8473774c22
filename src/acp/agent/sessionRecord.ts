import type { ConversationEvent } from '../../contract/events';
import type { SessionId } from '../../contract/ids';
import type { LaunchSession } from '../../protocol/agentLauncher';
import type { OutgoingMessage } from '../../protocol/agentSource';
import type { LogWriter } from '../sessions/logWriter';
import type { SessionHead } from '../sessions/sessionHead';
import type { SessionStore } from '../sessions/sessionStore';
import type { SessionStart } from '../start/openSession';

interface RecordOptions {
  readonly store: SessionStore;
  readonly session: LaunchSession;
  /** Name of the agent in `tandem.agents`. */
  readonly agent: string;
  readonly cwd: string;
}

/** UTF-16 units of the first message that lists show. */
const titleLength = 200;

/** Keeps one conversation in the store, from its first message on. */
export class SessionRecord {
  private writer: LogWriter | undefined;
  private head: SessionHead | undefined;
  private agentSessionId: string | undefined;
  private title: string | undefined;
  private isNamed = false;
  private isDeletable = false;
  /** Prompt whose turn has not begun: in the log, it follows the start of its turn. */
  private prompt: ConversationEvent | undefined;

  constructor(private readonly options: RecordOptions) {}

  private get id(): SessionId {
    return this.options.session.id;
  }

  /** True if the history is the agent's alone so far. */
  get isUnread(): boolean {
    return this.head?.isUnread === true;
  }

  /** Finds out how the agent's session begins. Rejects if the store cannot be read. */
  async begin(): Promise<SessionStart> {
    const { store, session } = this.options;
    if (session.kind === 'new') {
      return { kind: 'new' };
    }
    const from = session.kind === 'fork' ? session.from : session.id;
    const head = await store.head(from);
    if (session.kind === 'resume') {
      this.head = head;
      this.writer = head && store.writer(this.id);
    }
    const agentId = head?.agentSessionId;
    return agentId === undefined ? { kind: 'new' } : { kind: session.kind, id: agentId };
  }

  /**
   * Notes the agent's own id of the session.
   * @param isDeletable whether the agent deletes its own copy on request
   */
  async opened(agentSessionId: string, isDeletable: boolean): Promise<void> {
    this.agentSessionId = agentSessionId;
    this.isDeletable = isDeletable;
    if (this.head) {
      const { updatedAt } = this.head;
      await this.options.store.change(this.id, { agentSessionId, isDeletable, updatedAt });
      return;
    }
    const { store, session } = this.options;
    if (session.kind === 'fork') {
      // Now, because the other conversation may go on before this one's first message.
      await store.copyLog(session.from, this.id);
    }
  }

  /** Stores a message before the agent gets it. */
  async sends(message: OutgoingMessage, at: number): Promise<void> {
    const { store, agent, cwd } = this.options;
    const { id: messageId, text, images } = message;
    if (!this.head) {
      const { agentSessionId, title, isNamed, isDeletable } = this;
      const firstText = text.slice(0, titleLength);
      const known = { agent, agentSessionId, cwd, title, isNamed, isDeletable, firstText };
      await store.create({ id: this.id, ...known });
      this.head = await store.head(this.id);
      this.writer = store.writer(this.id);
    } else {
      const firstText = this.head.firstText ?? text.slice(0, titleLength);
      await store.change(this.id, { firstText });
    }
    this.prompt = {
      type: 'prompt.sent',
      messageId,
      at,
      text,
      images: images.map(({ mediaType, data, name }) => ({
        ...{ mediaType, data, name },
        bytes: Math.floor((data.length * 3) / 4),
      })),
    };
  }

  add(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      this.writer?.add([event]);
      if (event.type === 'turn.started' && this.prompt) {
        this.writer?.add([this.prompt]);
        this.prompt = undefined;
      }
    }
  }

  /** Notes that the history has been read from the agent. */
  async historyRead(): Promise<void> {
    await this.options.store.change(this.id, { isUnread: false });
  }

  async turnEnded(costUsd: number): Promise<void> {
    await this.writer?.flush();
    await this.options.store.change(this.id, { costUsd });
  }

  /** @returns whether the agent's title counts: not after the user has named the conversation */
  async titled(title: string): Promise<boolean> {
    if (this.isNamed || this.head?.isNamed) {
      return false;
    }
    this.title = title;
    await this.options.store.change(this.id, { title });
    return true;
  }

  async rename(title: string): Promise<void> {
    this.title = title;
    this.isNamed = true;
    await this.options.store.change(this.id, { title, isNamed: true });
  }

  /** Writes the rest. Never rejects. */
  async close(): Promise<void> {
    await this.writer?.close();
    if (!this.head && this.options.session.kind === 'fork') {
      await this.options.store.dropLog(this.id);
    }
  }
}
