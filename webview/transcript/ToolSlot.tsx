import { Component } from 'preact';
import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { LateToolCard } from './LateCards';

interface ToolSlotProps {
  readonly item: ToolItem;
  readonly turn: Turn;
}

/**
 * Draws a tool card again only when something changed that it shows: an open turn is another
 * object with each streamed word, and it may hold hundreds of calls.
 */
export class ToolSlot extends Component<ToolSlotProps> {
  override shouldComponentUpdate(next: ToolSlotProps): boolean {
    if (next.item !== this.props.item) {
      return true;
    }
    return next.turn !== this.props.turn && !isSame(related(this.props), related(next));
  }

  override render({ item, turn }: ToolSlotProps) {
    return (
      <div class="item">
        <LateToolCard item={item} turn={turn} />
      </div>
    );
  }
}

/** Items beside its own that the card looks at: prompts about it, and a subagent's work. */
function related({ item, turn }: ToolSlotProps): Item[] {
  const { id, family } = item.call;
  return turn.items.filter(
    other =>
      (other.kind === 'ask' && other.prompt.toolId === id) ||
      (family === 'agent' && isChild(other)),
  );
}

function isChild(item: Item): boolean {
  switch (item.kind) {
    case 'text':
    case 'thinking':
      return item.parentToolId !== undefined;
    case 'tool':
      return item.call.parentToolId !== undefined;
    case 'ask':
      return true;
    default:
      return false;
  }
}

function isSame(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
