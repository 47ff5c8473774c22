import type { Conversation } from '../../contract/conversation';
import type { SessionId } from '../../contract/ids';

/** Attention that a conversation needs from the user. */
export type ChannelAttention = 'running' | 'needsInput' | 'unread' | 'idle';

export interface AttentionMarks {
  isUnread(id: SessionId): boolean;
}

interface Shown {
  readonly conversation: Pick<Conversation, 'open' | 'summary'>;
  readonly record: { readonly sessionId: SessionId; readonly inFlight: readonly unknown[] };
}

/** Returns the attention of an open channel; a waiting prompt takes precedence. */
export function attentionOf(channel: Shown, marks: AttentionMarks): ChannelAttention {
  const { summary } = channel.conversation;
  if (summary.waiting.length > 0) {
    return 'needsInput';
  }
  if (isAtWork(channel)) {
    return 'running';
  }
  return marks.isUnread(channel.record.sessionId) ? 'unread' : 'idle';
}

/** True if a turn is in progress or a message is about to start one. */
export function isAtWork({ conversation, record }: Shown): boolean {
  const { phase } = conversation.summary.agent;
  switch (phase) {
    case 'working':
    case 'waiting':
    case 'stopping':
      return conversation.open !== undefined || record.inFlight.length > 0;
    case 'starting':
    case 'idle':
      return record.inFlight.length > 0;
    default:
      return false;
  }
}
