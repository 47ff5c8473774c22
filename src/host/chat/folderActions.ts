import type { Channel } from '../../core/conversation/channel';

/** Actions of pages on the folder that their conversation runs in. */
export interface FolderActions {
  /** Offers other folders before the first message, later work tree actions or more folders. */
  open(channel: Channel): Promise<void>;
  /** Continues in another folder, because the conversation's own is gone. */
  moveToOtherFolder(channel: Channel): Promise<void>;
}
