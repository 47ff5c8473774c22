import type { MessageId, TurnId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';

/** What a page may ask for about changes that are made already. All of them ask and show natively. */
export interface ReviewActions {
  keepTurn(channel: Channel, turn: TurnId): Promise<void>;
  undoTurn(channel: Channel, turn: TurnId): Promise<void>;
  /** Shows all changes that are neither kept nor undone. */
  openReview(channel: Channel): Promise<void>;
  /** Files become what they were when the message was sent. */
  rewindCode(channel: Channel, message: MessageId): Promise<void>;
  /** A new conversation that ends before the message. */
  fork(channel: Channel, message: MessageId, rewindsCode: boolean): Promise<void>;
  /** Offers the messages to rewind to. */
  pickPoint(channel: Channel): Promise<void>;
}
