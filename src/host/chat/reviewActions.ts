import type { MessageId, TurnId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';

/** Actions of pages on changes already made. All of them use native VS Code UI. */
export interface ReviewActions {
  keepTurn(channel: Channel, turn: TurnId): Promise<void>;
  undoTurn(channel: Channel, turn: TurnId): Promise<void>;
  /** Takes back the newest undo of a conversation. */
  redoTurn(channel: Channel): Promise<void>;
  /** Shows all changes that are neither kept nor undone. */
  openReview(channel: Channel): Promise<void>;
  /** Keeps all of them. */
  keepAll(channel: Channel): Promise<void>;
  /** Undoes all of them. */
  undoAll(channel: Channel): Promise<void>;
  /** Restores the files to their state when the message was sent. */
  rewindCode(channel: Channel, message: MessageId): Promise<void>;
  /** Starts a new conversation that ends before the message. */
  fork(channel: Channel, message: MessageId, rewindsCode: boolean): Promise<void>;
  /** Offers the messages that the user can rewind to. */
  pickRewindTarget(channel: Channel): Promise<void>;
}
