import { Component } from 'preact';
import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { isBehind, ownedItems, plansOf, todoCallsOf } from './ownedItems';

export interface CallProps {
  readonly item: ToolItem;
  readonly turn: Turn;
}

/**
 * Renders a call again only if something on its card changed. An open turn is a new object after
 * each streamed word and may hold hundreds of calls.
 */
export abstract class RelatedUpdates extends Component<CallProps> {
  override shouldComponentUpdate(next: CallProps): boolean {
    if (next.item !== this.props.item) {
      return true;
    }
    return next.turn !== this.props.turn && !isSame(related(this.props), related(next));
  }
}

/**
 * Returns the other items that the card shows: prompts, a subagent's work, other to-do updates, and
 * for a written file the plans, which may be in it. While an earlier call holds this one back, it is
 * listed itself, so that the card notices when that ends.
 */
function related({ item, turn }: CallProps): readonly Item[] {
  const { id, family, parentToolId } = item.call;
  const held = isBehind(turn, id) ? [item] : [];
  const isTodo = family === 'todoWrite' || family === 'task';
  const updates = isTodo ? todoCallsOf(turn, parentToolId) : [];
  const found: Item[] = [...held, ...updates, ...(family === 'write' ? plansOf(turn) : [])];
  const calls = new Set([id, ...updates.map(({ call }) => call.id)]);
  // A set yields what is added while it is read.
  for (const call of calls) {
    for (const other of ownedItems(turn, call)) {
      found.push(other);
      if (other.kind === 'tool') {
        calls.add(other.call.id);
      }
    }
  }
  return found;
}

function isSame(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
