import { Component } from 'preact';
import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import type { ToolCallId } from '../../src/contract/ids';

export interface CallProps {
  readonly item: ToolItem;
  readonly turn: Turn;
}

/**
 * Draws a call again only when something changed that its card shows: an open turn is another
 * object with each streamed word, and it may hold hundreds of calls.
 */
export abstract class RelatedUpdates extends Component<CallProps> {
  override shouldComponentUpdate(next: CallProps): boolean {
    if (next.item !== this.props.item) {
      return true;
    }
    return next.turn !== this.props.turn && !isSame(related(this.props), related(next));
  }
}

/** Items beside its own that the card looks at: prompts about it, and its subagent's work. */
function related({ item, turn }: CallProps): Item[] {
  const calls = new Set<ToolCallId | undefined>([item.call.id]);
  // A call comes after the one that it belongs to.
  for (const other of turn.items) {
    if (other.kind === 'tool' && calls.has(other.call.parentToolId)) {
      calls.add(other.call.id);
    }
  }
  return turn.items.filter(other => calls.has(ownerOf(other)));
}

/** The call that an item is part of or asks about. */
function ownerOf(item: Item): ToolCallId | undefined {
  switch (item.kind) {
    case 'text':
    case 'thinking':
      return item.parentToolId;
    case 'tool':
      return item.call.parentToolId;
    case 'ask':
      return item.prompt.toolId;
    default:
      return undefined;
  }
}

function isSame(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
