import { Emitter } from '../../base/emitter';
import { type Draft, joinDrafts } from '../../contract/draft';
import type { MessageId } from '../../contract/ids';
import type { StoredMessage } from './channelRecord';
import type { RecordKeeper } from './recordKeeper';
import { ReturnedDrafts } from './returnedDrafts';
import { toDraft } from './sentContext';

/** A message that came back to the composer. */
interface Returned {
  /** Everything that the composer is to have. */
  readonly draft: Draft;
  readonly number: number;
}

/** Content of a conversation's composer: the user's draft, and messages that came back to it. */
export class ComposerDraft {
  private readonly returned = new Emitter<Returned>();
  private readonly returns = new ReturnedDrafts();

  /** Fires when a message returns to the composer. */
  readonly onReturned = this.returned.event;

  constructor(
    private readonly keeper: RecordKeeper,
    private readonly now: () => number,
  ) {}

  /** Number of the latest message that came back to the composer. */
  get latestReturn(): number {
    return this.returns.latest;
  }

  /** Puts messages into the composer, before its current content. */
  compose(...messages: readonly Draft[]): void {
    const returned = joinDrafts(...messages);
    this.returns.add(returned, this.now());
    const draft = joinDrafts(returned, this.keeper.current.draft);
    this.keeper.save({ draft });
    this.returned.fire({ draft, number: this.returns.latest });
  }

  /** Saves the composer's draft. @param seen see `ReturnedDrafts` */
  save(draft: Draft, seen: number): void {
    this.keeper.save({ draft: this.returns.joinedTo(draft, seen) });
  }

  /** Returns messages that the agent never stored. */
  takeBack(messages: readonly StoredMessage[]): void {
    const ids = new Set<MessageId>(messages.map(({ id }) => id));
    const { inFlight, stopped = [] } = this.keeper.current;
    const kept = new Set([...stopped, ...inFlight].map(({ id }) => id));
    this.compose(...messages.filter(({ id }) => kept.has(id)).map(toDraft));
    this.keeper.save({
      inFlight: inFlight.filter(({ id }) => !ids.has(id)),
      stopped: stopped.filter(({ id }) => !ids.has(id)),
    });
  }
}
