import { deepEqual } from '../../base/json';
import type { Conversation } from '../../contract/conversation';
import type { ConversationEvent, Place } from '../../contract/events';
import type { RecordKeeper } from './recordKeeper';

export const lostWithProcess =
  'The agent has ended. This conversation is temporary: a new agent does not remember it.';

/** Shows where a conversation runs, and the consequences if it is temporary. */
export class PlaceNote {
  private where: Pick<Place, 'folder' | 'branch'> = {};
  private isForgotten = false;

  constructor(
    private readonly keeper: RecordKeeper,
    private readonly conversation: () => Conversation,
    private readonly emit: (events: readonly ConversationEvent[]) => void,
    private readonly now: () => number,
  ) {}

  show(where: Pick<Place, 'folder' | 'branch'>): void {
    this.where = where;
    this.publish();
  }

  /** Runs after the history was read; a temporary conversation has none. */
  restore(): void {
    this.publish();
    if (this.keeper.current.temporary === 'said') {
      this.keeper.save({ temporary: 'empty' });
      this.note(
        'warning',
        'This temporary conversation was not stored and is lost with the window that it was open in. A draft is kept.',
      );
    }
  }

  /** Refuses a restart if a temporary conversation would lose its history with the process. */
  refusesRestart(isLive: boolean): boolean {
    const refuses = isLive && this.keeper.current.temporary === 'said';
    if (refuses) {
      this.note(
        'info',
        'What was changed takes effect in the next conversation: a new agent would not remember this temporary one.',
      );
    }
    return refuses;
  }

  /** Returns true if a temporary conversation was lost with the process. */
  onGone(): boolean {
    this.isForgotten ||= this.keeper.current.temporary === 'said';
    return this.isForgotten;
  }

  onStarted(): void {
    if (this.isForgotten) {
      this.isForgotten = false;
      this.note('warning', 'A new agent was started. It does not remember what was said above.');
    }
  }

  private publish(): void {
    const { temporary } = this.keeper.current;
    const place: Place = { ...this.where, ...(temporary ? { isTemporary: true } : {}) };
    if (!deepEqual(place, this.conversation().summary.place ?? {})) {
      this.emit([{ type: 'place.changed', place }]);
    }
  }

  private note(kind: 'info' | 'warning', text: string): void {
    this.emit([{ type: 'notice', at: this.now(), notice: { kind, text } }]);
  }
}
