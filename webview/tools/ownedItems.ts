import type { Item, Turn } from '../../src/contract/conversation';
import type { ToolCallId } from '../../src/contract/ids';
import { parentOf } from '../../src/transcript/selectors';

/** Items by the call that they belong to or ask about; each list is indexed once for all cards. */
const indices = new WeakMap<readonly Item[], ReadonlyMap<ToolCallId, readonly Item[]>>();

/** Returns the items of a turn that belong to this call or ask about it, in order. */
export function ownedItems({ items }: Turn, call: ToolCallId): readonly Item[] {
  let index = indices.get(items);
  if (!index) {
    index = indexOf(items);
    indices.set(items, index);
  }
  return index.get(call) ?? [];
}

function indexOf(items: readonly Item[]): ReadonlyMap<ToolCallId, readonly Item[]> {
  const index = new Map<ToolCallId, Item[]>();
  for (const item of items) {
    const owner = ownerOf(item);
    if (owner !== undefined) {
      const owned = index.get(owner) ?? [];
      owned.push(item);
      index.set(owner, owned);
    }
  }
  return index;
}

function ownerOf(item: Item): ToolCallId | undefined {
  if (item.kind !== 'ask') {
    return parentOf(item);
  }
  return item.prompt.kind === 'elicitation' ? undefined : item.prompt.toolId;
}
