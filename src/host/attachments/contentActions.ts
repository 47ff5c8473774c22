import type { Attachment, Draft } from '../../contract/draft';
import type { MessageId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { ContextBlock } from '../../protocol/agentSource';

/** Actions of pages with the content that messages bring along. */
export interface ContentActions {
  /**
   * Converts a document to text. @param data base64
   * @throws UserError `attachment.unreadable`, `attachment.tooLarge`, `attachment.unknown`
   */
  convert(name: string, data: string): Promise<Attachment>;
  /** Opens an attachment of the draft. @throws UserError `attachment.gone` */
  openAttachment(channel: Channel, id: string): Promise<void>;
  /** Opens what went with a message. @throws UserError `attachment.gone` */
  openContext(channel: Channel, message: MessageId, index: number): Promise<void>;
  /** Opens a message as the model would get it now. */
  preview(channel: Channel, draft: Draft, context: readonly ContextBlock[]): Promise<void>;
}
