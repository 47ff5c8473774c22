import type { Conversation, Item } from '../../src/contract/conversation';
import { endOf } from '../../src/transcript/selectors';

/** Returns the place of the newest loaded turn with such an item; `endOf` is that of the open one. */
export function findTurn(
  conversation: Conversation,
  isWanted: (item: Item) => boolean,
): number | undefined {
  const { first, turns, open } = conversation;
  if (open?.items.some(isWanted)) {
    return endOf(conversation);
  }
  const index = turns.findLastIndex(turn => turn.items.some(isWanted));
  return index < 0 ? undefined : first + index;
}

/** Compares an item with an id that may be revealed: its key, or that of its call or prompt. */
export function isRevealedAs(item: Item, id: string): boolean {
  return (
    item.key === id ||
    (item.kind === 'tool' && item.call.id === id) ||
    (item.kind === 'ask' && item.prompt.id === id)
  );
}
