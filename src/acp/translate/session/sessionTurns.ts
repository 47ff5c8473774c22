import { randomUUID } from 'node:crypto';
import type { ConversationEvent } from '../../../contract/events';
import type { MessageId, TurnId } from '../../../contract/ids';
import type { UpdateOf } from '../wire/update';
import { UserMessage } from './userMessage';

/** `own`: the agent's, which nothing on the wire ends. `past`: replayed. */
type TurnKind = 'users' | 'own' | 'past';

interface OpenTurn {
  readonly kind: TurnKind;
  readonly startedAt: number;
}

interface TurnOptions {
  /** Prefix of turn ids; differs for each process of a conversation. */
  readonly prefix: string;
  now(): number;
  /** Ends what is open in a turn that is over; in one of the past, calls as well. */
  endContent(isPast: boolean): ConversationEvent[];
}

/** Tracks the turns of a session: asked for by the user, the agent's own, and replayed ones. */
export class SessionTurns {
  private turn: OpenTurn | undefined;
  private count = 0;
  private isReplay = false;
  private message: UserMessage | undefined;

  constructor(private readonly options: TurnOptions) {}

  get isInOwnTurn(): boolean {
    return this.turn?.kind === 'own';
  }

  /** Begins the turn of a prompt that the user has sent. */
  begin(messageIds: readonly MessageId[]): ConversationEvent[] {
    return [...this.end(), ...this.started('users', messageIds)];
  }

  /** Makes sure that a turn is open for content that comes. */
  open(): ConversationEvent[] {
    return this.turn ? [] : this.started(this.isReplay ? 'past' : 'own', []);
  }

  /** Takes the turn of a prompt that has been answered. */
  close(): OpenTurn | undefined {
    const { turn } = this;
    this.turn = undefined;
    return turn;
  }

  endOwn(): ConversationEvent[] {
    return this.isInOwnTurn ? this.end() : [];
  }

  /** Ends what the process of the agent would have gone on with by itself. */
  processEnded(): ConversationEvent[] {
    const events = this.flush();
    return this.turn?.kind === 'users' ? events : [...events, ...this.end()];
  }

  replayStarted(): void {
    this.isReplay = true;
  }

  replayEnded(): ConversationEvent[] {
    const events = [...this.flush(), ...this.end()];
    this.isReplay = false;
    return events;
  }

  /** Shows messages of the past; one of the running turn is shown already. */
  userChunk({ content, messageId }: UpdateOf<'user_message_chunk'>): ConversationEvent[] {
    if (this.turn?.kind === 'users' && !this.isReplay) {
      return [];
    }
    const isAnother = this.message !== undefined && this.message.wireId !== messageId;
    const events = isAnother ? this.flush() : [];
    const id = randomUUID() as string as MessageId;
    this.message ??= new UserMessage(messageId, id, this.options.now());
    if (content) {
      this.message.add(content);
    }
    return events;
  }

  /** Begins the turn of a message that has come in whole. */
  flush(): ConversationEvent[] {
    const { message } = this;
    if (!message) {
      return [];
    }
    this.message = undefined;
    const ended = this.end();
    const started = this.started(this.isReplay ? 'past' : 'own', [message.id]);
    return [...ended, ...started, message.toEvent()];
  }

  private started(kind: TurnKind, messageIds: readonly MessageId[]): ConversationEvent[] {
    const at = this.options.now();
    this.turn = { kind, startedAt: at };
    this.count += 1;
    const turnId = `${this.options.prefix}-t${this.count}` as TurnId;
    const isPersons = messageIds.length > 0;
    return [
      {
        type: 'turn.started',
        turnId,
        at,
        origin: isPersons ? 'person' : 'agent',
        ...(isPersons ? { messageIds } : {}),
      },
    ];
  }

  /** Ends a turn that no answer ends. */
  private end(): ConversationEvent[] {
    const { turn } = this;
    if (!turn) {
      return [];
    }
    this.turn = undefined;
    return [
      ...this.options.endContent(turn.kind === 'past'),
      { type: 'turn.ended', at: this.options.now(), outcome: { kind: 'completed' } },
    ];
  }
}
