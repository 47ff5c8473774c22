import type { ConversationEvent } from './events';

/** A piece of streamed text. */
export type Delta = Extract<ConversationEvent, { readonly type: 'block.delta' | 'tool.delta' }>;

export function isDelta(event: ConversationEvent): event is Delta {
  return event.type === 'block.delta' || event.type === 'tool.delta';
}

/** Returns whether an event continues the text of an earlier one. */
export function continues(
  last: ConversationEvent | undefined,
  event: ConversationEvent,
): event is Delta {
  switch (event.type) {
    case 'block.delta':
      return last?.type === 'block.delta' && last.blockId === event.blockId;
    case 'tool.delta':
      return (
        last?.type === 'tool.delta' &&
        last.toolId === event.toolId &&
        last.argument === event.argument
      );
    default:
      return false;
  }
}

/** Appends an event to a batch; merges consecutive deltas of one block. */
export function appendMerged(batch: ConversationEvent[], event: ConversationEvent): void {
  const last = batch.at(-1);
  if (last && isDelta(last) && continues(last, event)) {
    batch[batch.length - 1] = { ...last, text: last.text + event.text };
  } else {
    batch.push(event);
  }
}
