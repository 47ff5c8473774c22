import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent, Notice } from '../../../contract/events';
import type { MessageId, TurnId } from '../../../contract/ids';
import type { SessionTracker } from '../calls/sessionTracker';

/** The turn that goes on: whose it is, and what has been seen of it. */
export class TurnTracker {
  /** Words of the agent or a notice are shown: what the result repeats adds nothing. */
  hasSaid = false;
  /** The CLI has told of an interruption in the user's name. */
  sawInterruption = false;
  private isOpen = false;
  private count = 0;
  private promptsWaiting = 0;
  /** Since 2.1.260 a turn names the messages that it answers. */
  private namesPrompts = false;

  constructor(private readonly session: SessionTracker) {}

  /** A message was written to the CLI: a turn that begins now is the user's. */
  promptSent(): void {
    this.promptsWaiting += 1;
  }

  /** This version names the prompts of a turn: one that names none is the agent's own. */
  expectNames(): void {
    this.namesPrompts = true;
  }

  /**
   * Something of a turn has come: the turn begins unless it has.
   * @param prompts ids of the messages that it answers, where they are named
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
    this.hasSaid = true;
    return [{ type: 'notice', notice, at: now }];
  }

  close(): void {
    this.isOpen = false;
    this.hasSaid = false;
    this.sawInterruption = false;
  }
}
