import { conversationTitle } from '../../base/conversationTitle';
import type { Conversation, Turn } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { SessionId } from '../../contract/ids';
import { agentName } from '../../contract/labels/agentNames';
import type { StoredPlace, StoredSession } from '../../protocol/storedSession';
import { emptyConversation } from '../../transcript/emptyConversation';
import { fold } from '../../transcript/fold';
import type { Channel } from '../conversation/channel';
import type { ReadBlob } from './markdown/blobResolver';
import type { ConversationFacts } from './markdown/conversationMarkdown';

/** Whole conversation, oldest turn first, from memory or from the agent's store. */
export interface ConversationSource {
  readonly facts: Omit<ConversationFacts, 'at'>;
  readonly turns: AsyncIterable<Turn>;
  readonly blob: ReadBlob;
}

interface StoredNames {
  readonly agent?: string | undefined;
  readonly listed?: string | undefined;
}

/** Returns a conversation that is open in this window, in its current state. */
export function openConversation(channel: Channel): ConversationSource {
  const { conversation, title, cwd } = channel;
  return {
    facts: { title, cwd, ...factsOf(conversation, channel.record.sessionId) },
    turns: channel.history.turns(),
    blob: id => channel.history.blob(id),
  };
}

/**
 * Returns a conversation from the agent's store.
 * @param names.agent name of the agent, which stored events do not tell; undefined: Claude Code
 * @param names.listed title in the list, which knows more names than the messages do
 */
export function storedConversation(
  id: SessionId,
  cwd: string,
  session: StoredSession,
  { agent, listed }: StoredNames = {},
): ConversationSource {
  const conversation = folded(session.tail.events);
  const { choices } = conversation.summary;
  const foreign = agent === undefined ? {} : { foreign: { name: agent, title: agent, lacks: [] } };
  const summary = { ...conversation.summary, choices: { ...choices, ...foreign } };
  const firstText = () => session.firstText;
  const title = listed ?? conversationTitle({ given: summary.title, firstText }) ?? id;
  return {
    facts: {
      ...{ title, cwd },
      ...factsOf({ ...conversation, summary }, id),
    },
    turns: turnsOf(session),
    // Stored events contain their texts and images in full.
    blob: () => undefined,
  };
}

/** Reads one page at a time. Each page names the one before it, so the way back comes first. */
async function* turnsOf(session: StoredSession): AsyncGenerator<Turn> {
  const { tail } = session;
  const places: StoredPlace[] = [];
  for (let place = tail.before; place; ) {
    places.unshift(place);
    place = (await session.page(place)).before;
  }
  for (const place of places) {
    yield* folded((await session.page(place)).events).turns;
  }
  yield* folded(tail.events).turns;
}

function folded(events: readonly ConversationEvent[]): Conversation {
  return events.reduce((state, event) => fold(state, event), emptyConversation);
}

function factsOf({ summary }: Conversation, sessionId: SessionId) {
  const { agentVersion, choices, usage } = summary;
  const version = choices.foreign?.version ?? agentVersion;
  return {
    ...{ sessionId, agentTitle: agentName(choices) },
    ...{ agentVersion: version, costUsd: usage.costUsd },
  };
}
