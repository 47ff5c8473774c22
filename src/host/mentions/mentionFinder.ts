import type { MentionList, MentionTarget } from '../../contract/mentions';
import type { Channel } from '../../core/conversation/channel';

/** Lists and opens what a message can mention. */
export interface MentionFinder {
  find(channel: Channel, query: string, depth: 'fast' | 'all'): Promise<MentionList>;
  open(channel: Channel, target: MentionTarget): Promise<void>;
}
