import type { Conversation } from '../../contract/conversation';

/** Returns whether a tool call of the conversation refers to this absolute path or changed it. */
export function mentionsPath(conversation: Conversation, path: string): boolean {
  const turns = conversation.open ? [...conversation.turns, conversation.open] : conversation.turns;
  return turns.some(turn =>
    turn.items.some(
      item =>
        item.kind === 'tool' &&
        [...item.call.locations, ...(item.files ?? [])].some(place => place.path === path),
    ),
  );
}
