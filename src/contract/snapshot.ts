import type { Summary, Turn } from './conversation';
import type { Draft } from './draft';
import type { ChannelId } from './ids';
import type { ViewState } from './view';

/** Range of a conversation's closed turns. */
export interface TurnPage {
  readonly turns: readonly Turn[];
  /** Place of the first of these turns; see `Conversation`. */
  readonly first: number;
  /** True if there are turns before these. */
  readonly hasEarlier: boolean;
}

/** Initial state of a page: everything folded up to and including message `seq` of `epoch`. */
export interface Snapshot extends TurnPage {
  readonly channelId: ChannelId;
  readonly epoch: number;
  readonly seq: number;
  readonly open?: Turn;
  readonly summary: Summary;
  readonly draft: Draft;
  /** Number of the latest message that came back to the composer, as in `draft.changed`. */
  readonly returned: number;
  readonly view: ViewState;
  /** Previously sent texts, newest last, for the composer's history. */
  readonly history: readonly string[];
}
