import { openStoredSession } from '../../src/cli/sessions/openSession';
import type { PageSize } from '../../src/cli/sessions/sessionPage';
import type { Conversation, Turn } from '../../src/contract/conversation';
import type { ConversationEvent } from '../../src/contract/events';
import type { SessionId } from '../../src/contract/ids';
import type { StoredSession } from '../../src/protocol/storedSession';
import { emptyConversation } from '../../src/transcript/emptyConversation';
import { fold } from '../../src/transcript/fold';

export function foldAll(
  events: readonly ConversationEvent[],
  from: Conversation = emptyConversation,
): Conversation {
  return events.reduce<Conversation>((state, event) => fold(state, event), from);
}

/** Returns a stored session's state after reading all its pages in order. */
export async function readWhole(
  id: SessionId,
  env: NodeJS.ProcessEnv,
  size?: PageSize,
): Promise<Conversation> {
  const session = await openStoredSession(id, '/workspace', env, size ? { size } : {});
  if (!session) {
    throw new Error(`There is no session ${id}`);
  }
  const { todos, title } = await session.older(new AbortController().signal);
  const tail = foldAll([
    ...session.tail.events,
    ...(todos ? [{ type: 'todos.changed' as const, todos }] : []),
  ]);
  const turns = [...(await turnsBefore(session)), ...tail.turns];
  const known = tail.summary.title ?? title;
  return {
    ...tail,
    turns,
    summary: { ...tail.summary, ...(known === undefined ? {} : { title: known }) },
  };
}

async function turnsBefore(session: StoredSession): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let place = session.tail.before; place; ) {
    const page = await session.page(place);
    turns.unshift(...foldAll(page.events).turns);
    place = page.before;
  }
  return turns;
}
