import type { Conversation, Item, Turn } from '../contract/conversation';
import type { ConversationEvent } from '../contract/events';

/**
 * Ends streaming, interrupts calls that are about to start, and removes transient notices. In a
 * turn that another process may continue, such calls count as running.
 */
export function settleTurn(
  turn: Turn,
  event?: Extract<ConversationEvent, { type: 'turn.ended' }>,
): Turn {
  const isElsewhere = event?.outcome.kind === 'elsewhere';
  const items = turn.items
    .filter(item => !isTransient(item))
    .map(item => settleItem(item, isElsewhere));
  if (!event) {
    return { ...turn, items };
  }
  const { id, origin, startedAt, after } = turn;
  // V8 gives an object that is spread into a literal first a shape of its own, larger than itself.
  return {
    id,
    origin,
    startedAt,
    items,
    endedAt: event.at,
    outcome: event.outcome,
    ...(after && { after }),
    ...(event.durationMs === undefined ? {} : { durationMs: event.durationMs }),
    ...(event.costUsd === undefined ? {} : { costUsd: event.costUsd }),
    ...(event.usage === undefined ? {} : { usage: event.usage }),
  };
}

/** Interrupts the open calls of every turn, because their process has ended. */
export function interruptOpenCalls(conversation: Conversation): Conversation {
  const interrupt = (turn: Turn): Turn =>
    hasOpenCall(turn) ? { ...turn, items: turn.items.map(interruptItem) } : turn;
  return {
    ...conversation,
    turns: conversation.turns.some(hasOpenCall)
      ? conversation.turns.map(interrupt)
      : conversation.turns,
    open: conversation.open && interrupt(conversation.open),
  };
}

/** Recognizes retries and "compacting", which the next item replaces. */
export function isTransient(item: Item): boolean {
  return (
    item.kind === 'notice' && (item.notice.kind === 'retrying' || item.notice.kind === 'compacting')
  );
}

function settleItem(item: Item, isElsewhere: boolean): Item {
  if ((item.kind === 'text' || item.kind === 'thinking') && item.isStreaming) {
    return { ...item, isStreaming: false };
  }
  // A running call may be a background one that outlives its turn; a pending one never began.
  if (item.kind === 'tool' && item.call.status === 'pending') {
    const status = isElsewhere ? 'running' : 'interrupted';
    return { ...item, call: { ...item.call, status } };
  }
  return item;
}

function interruptItem(item: Item): Item {
  return item.kind === 'tool' && isUnsettledCall(item)
    ? { ...item, call: { ...item.call, status: 'interrupted' } }
    : item;
}

function hasOpenCall({ items }: Turn): boolean {
  return items.some(isUnsettledCall);
}

function isUnsettledCall(item: Item): boolean {
  return item.kind === 'tool' && (item.call.status === 'pending' || item.call.status === 'running');
}
