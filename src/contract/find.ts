import type { ChannelId } from './ids';
import type { TurnPosition } from './turnPosition';

/** Text to find in a conversation. */
export interface FindQuery {
  readonly text: string;
  readonly matchesCase: boolean;
}

/** Item of a conversation that has the text. */
export interface FoundPlace extends TurnPosition {
  /** Key by which a page reveals the item; for a tool call, its id. */
  readonly key: string;
  /** Index of the item in its turn. */
  readonly item: number;
  /** Number of times that the item has the text. */
  readonly count: number;
  /** Keys of the cards of subagents around the item, the outermost first. */
  readonly cards?: readonly string[];
}

/** Text that the bar begins with, and the item of a conversation that is known to have it. */
export interface FindStart extends Pick<FoundPlace, 'key' | 'item' | keyof TurnPosition> {
  readonly channelId: ChannelId;
  readonly text: string;
}

/** Result of a search in some of a conversation's turns. */
export interface FoundPlaces {
  /** Oldest first. */
  readonly found: readonly FoundPlace[];
  /** Place of the earliest turn that was searched. */
  readonly first: number;
  /** True if there are turns before it. */
  readonly hasEarlier: boolean;
}

/** Matches after which a search ends. */
export const mostMatches = 10_000;
/** Most characters of a text to find. */
export const longestQuery = 1_000;
