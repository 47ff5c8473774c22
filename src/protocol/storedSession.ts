import type { AbortSignalLike } from '../base/abort';
import type { Todo } from '../contract/content';
import type { ConversationEvent } from '../contract/events';

/** Conversation in an agent's own store, read page by page from its end. */
export interface StoredSession {
  /** Newest turns, and the facts about the whole conversation that they contain. */
  readonly tail: StoredPage;
  /** First message of the user, for a title. */
  readonly firstText?: string;
  /**
   * Reads a page; the same place gives the same events each time.
   * @throws UserError if the store no longer has it
   */
  page(place: StoredPlace): Promise<StoredPage>;
  /** Reads facts about the whole conversation from earlier pages. Slow; rejects if aborted. */
  older(signal: AbortSignalLike): Promise<OlderFacts>;
}

/** Place of a page. Only the session that named it can read it. */
export interface StoredPlace {
  /** Unique in the session. */
  readonly key: string;
}

export interface StoredPage {
  readonly place: StoredPlace;
  /** Events of whole turns, all of which are closed. */
  readonly events: readonly ConversationEvent[];
  /** Previous page; absent: the conversation begins here. */
  readonly before?: StoredPlace;
}

export interface OlderFacts {
  /** Absent if the tail contains them all. */
  readonly todos?: readonly Todo[];
  readonly title?: string;
  /** User's messages before the tail, oldest first; incomplete for a long conversation. */
  readonly texts: readonly string[];
}
