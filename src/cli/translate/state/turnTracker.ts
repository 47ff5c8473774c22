import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent, Notice } from '../../../contract/events';
import type { MessageId, TurnId } from '../../../contract/ids';
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
  /** Whether turns name the messages that they answer, as they do since 2.1.260. */
  private namesPrompts = false;

  constructor(private readonly session: SessionTracker) {}

  /** Records a message sent to the CLI: a turn that begins now is the user's. */
  promptSent(): void {
    this.promptsWaiting += 1;
  }

  /** Records that this version names a turn's prompts: a turn without names is the agent's own. */
  expectNames(): void {
    this.namesPrompts = true;
  }

  /**
   * Starts the turn, unless it has started already.
   * @param prompts ids of the messages that the turn answers, if they are named
   */
  begin(now: number, id?: string, prompts: readonly string[] = []): ConversationEvent[] {
    const isNamed = prompts.length > 0;
    this.namesPrompts ||= isNamed;
    if (this.isOpen) {
      return [];
    }
    this.isOpen = true;
    this.count += 1;
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
