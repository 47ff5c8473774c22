import type { Conversation, Item } from '../../src/contract/conversation';

/** Returns the key of the newest item, for a later `countNew`. */
export function newestKey(conversation: Conversation): string | undefined {
  return newestFirst(conversation).next().value?.key;
}

/** Counts the items after the one with this key; 0 if that item is gone. */
export function countNew(conversation: Conversation, since: string | undefined): number {
  let count = 0;
  for (const item of newestFirst(conversation)) {
    if (item.key === since) {
      return count;
    }
    count += 1;
  }
  return since === undefined ? count : 0;
}

function* newestFirst(conversation: Conversation): Generator<Item, undefined> {
  const { open, turns } = conversation;
  if (open) {
    yield* [...open.items].reverse();
  }
  for (let index = turns.length - 1; index >= 0; index--) {
    yield* [...(turns[index]?.items ?? [])].reverse();
  }
  return undefined;
}
