import type { Conversation } from '../../contract/conversation';
import type { Channel } from './channel';

/** A conversation whose earlier turns load on demand. */
export interface PagedConversation {
  readonly conversation: Pick<Conversation, 'first' | 'hasEarlier' | 'turns' | 'open'>;
  /** @returns whether there were earlier turns */
  loadEarlier(): Promise<boolean>;
}

/** Returns the conversation of a channel as one that is read from its end. */
export function pagesOf(channel: Channel): PagedConversation {
  return {
    get conversation() {
      return channel.conversation;
    },
    loadEarlier: () => channel.history.loadEarlier(),
  };
}
