import type { Conversation } from '../../contract/conversation';

/** Whether a tool call of the conversation names this absolute path as its place, or changed it. */
export function namesPath(conversation: Conversation, path: string): boolean {
  const turns = conversation.open ? [...conversation.turns, conversation.open] : conversation.turns;
  return turns.some(turn =>
    turn.items.some(
      item =>
        item.kind === 'tool' &&
        [...item.call.locations, ...(item.files ?? [])].some(place => place.path === path),
    ),
  );
}
