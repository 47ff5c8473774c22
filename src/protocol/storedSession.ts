import type { AbortSignalLike } from '../base/abort';
import type { Todo } from '../contract/content';
import type { ConversationEvent } from '../contract/events';

/** A conversation in an agent's own store, read from its end a page at a time. */
export interface StoredSession {
  /** The newest turns, and what is true of the whole as far as they tell. */
  readonly tail: StoredPage;
  /** What the user said first, for a title. */
  readonly firstText?: string;
  /**
   * Reads a page: the same place gives the same events each time.
   * @throws UserError when the store has it no more
   */
  page(place: StoredPlace): Promise<StoredPage>;
  /** What earlier pages tell of the whole. Takes its time; rejects when it is aborted. */
  older(signal: AbortSignalLike): Promise<OlderFacts>;
}

/** Where a page is. Only the session that has named it can read it. */
export interface StoredPlace {
  /** Unique in the session. */
  readonly key: string;
}

export interface StoredPage {
  readonly place: StoredPlace;
  /** Of whole turns, all of which are closed. */
  readonly events: readonly ConversationEvent[];
  /** The page before; absent: the conversation begins here. */
  readonly before?: StoredPlace;
}

export interface OlderFacts {
  /** Absent: none but those that the tail tells of. */
  readonly todos?: readonly Todo[];
  readonly title?: string;
  /** What the user has sent before the tail, oldest first; not all of a long conversation. */
  readonly texts: readonly string[];
}
