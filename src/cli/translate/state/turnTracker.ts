import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { MessageId, TurnId } from '../../../contract/ids';
import type { Notice } from '../../../contract/notices';
import type { SessionTracker } from '../calls/sessionTracker';

/** Tracks the current turn: its origin and the content seen so far. */
export class TurnTracker {
  /** Whether agent text or a notice is shown: the result's text would repeat it. */
  hasText = false;
  /** Whether the CLI has reported an interruption in the user's name. */
  sawInterruption = false;
  private isOpen = false;
  private count = 0;
  private promptsWaiting = 0;
  /** Whether the CLI says which messages a turn answers. */
  private namesPrompts = false;
  /** Messages that the CLI has begun to answer; their turn is about to start. */
  private readonly started = new Set<string>();

  constructor(private readonly session: SessionTracker) {}

  /** Records a message sent to the CLI: a turn that begins now is the user's. */
  promptSent(): void {
    this.promptsWaiting += 1;
  }

  /**
   * Handles the report about a message. It shows that messages are named, by the turn or before it
   * (2.1.260): a turn without any is the agent's own.
   */
  promptChanged(id: string, state: string): void {
    this.namesPrompts = true;
    if (state !== 'started') {
      this.started.delete(id);
    } else if (!this.isOpen) {
      this.started.add(id);
    }
  }

  /**
   * Starts the turn, unless it has started already.
   * @param named ids of the messages that the turn answers, in versions whose `init` has them
   */
  begin(now: number, id?: string, named: readonly string[] = []): ConversationEvent[] {
    this.namesPrompts ||= named.length > 0;
    if (this.isOpen) {
      return [];
    }
    this.isOpen = true;
    this.count += 1;
    const prompts = named.length > 0 ? named : [...this.started];
    const isNamed = prompts.length > 0;
    this.started.clear();
    const isPersons = isNamed || (this.promptsWaiting > 0 && !this.namesPrompts);
    if (isPersons) {
      this.promptsWaiting = 0;
    }
    return [
      omitUndefined({
        type: 'turn.started' as const,
        turnId: (id ?? `${this.session.id ?? 'turn'}:${this.count}`) as TurnId,
        at: now,
        origin: isPersons ? ('person' as const) : ('agent' as const),
        messageIds: isNamed ? (prompts as readonly MessageId[]) : undefined,
      }),
    ];
  }

  notice(notice: Notice, now: number): ConversationEvent[] {
    this.hasText = true;
    return [{ type: 'notice', notice, at: now }];
  }

  close(): void {
    this.isOpen = false;
    this.hasText = false;
    this.sawInterruption = false;
  }
}
