import type { Conversation, Turn } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { SessionId } from '../../contract/ids';
import { emptyConversation } from '../../transcript/emptyConversation';
import { fold } from '../../transcript/fold';
import { sentTexts } from '../../transcript/selectors';
import type { Channel } from '../channels/channel';
import type { ConversationFacts } from './markdown/conversationMarkdown';
import type { ReadBlob } from './markdown/wholes';

/** A whole conversation, the oldest turn first, whoever holds it. */
export interface ConversationSource {
  readonly facts: Omit<ConversationFacts, 'at'>;
  readonly turns: AsyncIterable<Turn>;
  readonly blob: ReadBlob;
}

/** One that is open in this window, as it is now. */
export function openConversation(channel: Channel): ConversationSource {
  const { conversation, title, cwd } = channel;
  return {
    facts: { title, cwd, ...factsOf(conversation, channel.record.sessionId) },
    turns: all(conversation),
    blob: id => channel.blob(id),
  };
}

/** One that the agent has stored. */
export function storedConversation(
  id: SessionId,
  cwd: string,
  events: readonly ConversationEvent[],
): ConversationSource {
  const conversation = events.reduce((state, event) => fold(state, event), emptyConversation);
  const first = sentTexts(conversation)[0]?.split('\n', 1)[0];
  const title = conversation.summary.title ?? first?.slice(0, 60) ?? id;
  return {
    facts: { title, cwd, ...factsOf(conversation, id) },
    turns: all(conversation),
    // Nothing of it was put apart.
    blob: () => undefined,
  };
}

function factsOf({ summary }: Conversation, sessionId: SessionId) {
  const { agentVersion, usage } = summary;
  return { sessionId, agentVersion, costUsd: usage.costUsd };
}

async function* all({ turns, open }: Conversation): AsyncGenerator<Turn> {
  yield* turns;
  if (open) {
    yield open;
  }
}
