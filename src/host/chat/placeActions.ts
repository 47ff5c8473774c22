import type { Channel } from '../../core/conversation/channel';

/** What pages may ask about the folder that their conversation runs in. */
export interface PlaceActions {
  /** Offers other folders while nothing was said, then what can be done with a work tree. */
  open(channel: Channel): Promise<void>;
  /** Goes on in another folder: the own one is gone. */
  moveToOther(channel: Channel): Promise<void>;
}
