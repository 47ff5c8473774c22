import { Component } from 'preact';
import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import type { ToolCallId } from '../../src/contract/ids';

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

/** Returns the other items that the card shows: prompts about the call and its subagent's work. */
function related({ item, turn }: CallProps): Item[] {
  const calls = new Set<ToolCallId | undefined>([item.call.id]);
  // A subagent's call always follows its parent, so one pass is enough.
  for (const other of turn.items) {
    if (other.kind === 'tool' && calls.has(other.call.parentToolId)) {
      calls.add(other.call.id);
    }
  }
  return turn.items.filter(other => calls.has(ownerOf(other)));
}

/** Returns the call that an item belongs to or asks about. */
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
