import type { Summary, Turn } from './conversation';
import type { ChannelId } from './ids';
import type { Draft, ViewState } from './view';

/** A stretch of a conversation's closed turns. */
export interface TurnPage {
  readonly turns: readonly Turn[];
  /** The place of the first of these; see `Conversation`. */
  readonly first: number;
  /** Turns come before these. */
  readonly hasEarlier: boolean;
}

/** Where a page starts from: what was folded up to and with message `seq` of `epoch`. */
export interface Snapshot extends TurnPage {
  readonly channelId: ChannelId;
  readonly epoch: number;
  readonly seq: number;
  readonly open?: Turn;
  readonly summary: Summary;
  readonly draft: Draft;
  readonly view: ViewState;
  /** Texts that were sent before, newest last, for the composer's history. */
  readonly history: readonly string[];
}
