import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { Conversation } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { RecordKeeper } from './recordKeeper';

export interface GoOnOwner {
  conversation(): Conversation;
  /** Whether an agent may be started here now, without a question. */
  mayStart(): boolean;
  /** Continues the turn that was stopped. */
  continueTurn(): void;
  emit(events: readonly ConversationEvent[]): void;
  note(text: string): void;
}

/** Milliseconds after the reset, because clocks differ. */
const margin = 5_000;
/** Milliseconds after which a time that was missed is too long ago to go on unasked. */
const longestDelay = 600_000;
/** Longest time of a timer; the next one takes over. */
const longestTimer = 2_000_000_000;

/**
 * Continues a turn that stopped at a usage limit, once, when the limit is reset. The plan survives
 * the window, and ends as soon as the user sends something.
 */
export class GoOn implements Disposable {
  private timer: Disposable | undefined;

  constructor(
    private readonly keeper: RecordKeeper,
    private readonly owner: GoOnOwner,
    private readonly clock: Clock,
  ) {}

  /** Time for which going on is planned, in milliseconds since 1970. */
  get at(): number | undefined {
    return this.keeper.current.goOn?.at;
  }

  /** Time of the reset that the conversation waits for; absent if it did not stop at a limit. */
  get possibleAt(): number | undefined {
    const { turns, open } = this.owner.conversation();
    const outcome = open ? undefined : turns.at(-1)?.outcome;
    const at = outcome?.kind === 'error' ? outcome.resetsAt : undefined;
    return at !== undefined && at > this.clock.now() ? at : undefined;
  }

  /** @throws UserError `message.noReset` if the conversation does not wait for a reset */
  plan(): void {
    const at = this.possibleAt;
    if (at === undefined) {
      throw new UserError(
        'message.noReset',
        l10n.t('This conversation does not wait for a usage limit to be reset.'),
      );
    }
    this.keeper.save({ goOn: { at: at + margin } });
    this.restore();
  }

  /** Does nothing if nothing is planned. */
  cancel(): void {
    this.timer?.dispose();
    if (this.at !== undefined) {
      this.keeper.forget('goOn');
      this.owner.emit([{ type: 'goOn.changed' }]);
    }
  }

  /** Takes up the plan of the record. */
  restore(): void {
    const { at } = this;
    if (at === undefined) {
      return;
    }
    const left = at - this.clock.now();
    if (left < -longestDelay) {
      this.cancel();
      this.owner.note(
        l10n.t('The usage limit was reset while Tandem was closed. Choose Continue to resume.'),
      );
      return;
    }
    this.owner.emit([{ type: 'goOn.changed', at }]);
    this.timer?.dispose();
    const delay = Math.min(Math.max(0, left), longestTimer);
    this.timer = this.clock.setTimeout(() => this.fire(), delay);
  }

  /** Leaves the plan to another window, which has taken it up. */
  release(): void {
    this.timer?.dispose();
    this.owner.emit([{ type: 'goOn.changed' }]);
  }

  dispose(): void {
    this.timer?.dispose();
  }

  private fire(): void {
    if (this.at !== undefined && this.at > this.clock.now()) {
      this.restore();
      return;
    }
    const { open, summary } = this.owner.conversation();
    this.cancel();
    // Something else goes on by now, or another window has the conversation.
    if (open || summary.queue.length > 0) {
      return;
    }
    if (!this.owner.mayStart()) {
      this.owner.note(l10n.t('The usage limit is reset. Choose Continue to resume.'));
      return;
    }
    this.owner.continueTurn();
  }
}
