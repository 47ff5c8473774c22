import type { Channel } from '../../core/conversation/channel';

/** Actions of pages on the folder that their conversation runs in. */
export interface FolderActions {
  /**
   * Offers other folders before the first message, later more folders. In a work tree, its actions
   * are offered in both cases.
   */
  open(channel: Channel): Promise<void>;
  /** Continues in another folder, because the conversation's own is gone. */
  moveToOtherFolder(channel: Channel): Promise<void>;
}
