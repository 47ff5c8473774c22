import { messageOf } from '../base/errors';
import type { Conversation, Turn } from '../contract/conversation';
import type { ConversationEvent } from '../contract/events';
import type { TurnId } from '../contract/ids';
import { foldItem, isItemEvent, itemOwner } from './foldItem';
import { foldSummary } from './foldSummary';
import { interruptOpenCalls, settleTurn } from './settle';

/**
 * The next state of a conversation. Pure: what does not change is shared with the old state.
 * Never throws; what cannot be folded becomes an `unknown` item and is reported.
 */
export function fold(
  conversation: Conversation,
  event: ConversationEvent,
  report: (what: string) => void = () => undefined,
): Conversation {
  try {
    return foldEvent(conversation, event);
  } catch (error) {
    const what = `${event.type}: ${messageOf(error)}`;
    report(what);
    return foldEvent(conversation, { type: 'unknown', what, at: atOf(event) });
  }
}

function foldEvent(conversation: Conversation, event: ConversationEvent): Conversation {
  const summary = foldSummary(conversation.summary, event);
  const next = summary === conversation.summary ? conversation : { ...conversation, summary };
  switch (event.type) {
    case 'turn.started':
      return openTurn(next, event);
    case 'turn.ended':
      return closeTurn(next, event);
    case 'conversation.cleared':
      return { ...next, earlier: 0, turns: [], open: undefined };
    default:
      return isItemEvent(event) ? foldIntoTurn(next, event) : next;
  }
}

function openTurn(
  conversation: Conversation,
  event: Extract<ConversationEvent, { type: 'turn.started' }>,
): Conversation {
  const open = conversation.open;
  // A prompt that was sent opens its turn before the agent reports the start.
  if (open?.items.every(item => item.kind === 'prompt')) {
    return {
      ...conversation,
      open: { ...open, id: event.turnId, origin: event.origin },
    };
  }
  const closed = open ? closeTurnAs(conversation, open) : conversation;
  const turn = newTurn(event.turnId, event.origin, event.at);
  return { ...closed, open: turn };
}

function closeTurn(
  conversation: Conversation,
  event: Extract<ConversationEvent, { type: 'turn.ended' }>,
): Conversation {
  const base = event.outcome.kind === 'lost' ? interruptOpenCalls(conversation) : conversation;
  if (!base.open) {
    // A turn without content (a local command, an empty answer) still shows how it ended badly.
    if (event.outcome.kind === 'completed') {
      return base;
    }
    const turn = newTurn(`turn-${event.at}` as TurnId, 'agent', event.at);
    return closeTurnAs(base, turn, event);
  }
  return closeTurnAs(base, base.open, event);
}

function closeTurnAs(
  conversation: Conversation,
  turn: Turn,
  event?: Extract<ConversationEvent, { type: 'turn.ended' }>,
): Conversation {
  return {
    ...conversation,
    turns: [...conversation.turns, settleTurn(turn, event)],
    open: undefined,
  };
}

function foldIntoTurn(
  conversation: Conversation,
  event: Extract<ConversationEvent, { type: string }>,
): Conversation {
  if (!isItemEvent(event)) {
    return conversation;
  }
  const owner = itemOwner(conversation, event);
  if (owner === 'absent') {
    return conversation;
  }
  if (owner === 'open') {
    const turn =
      conversation.open ?? newTurn(`turn-${atOf(event)}` as TurnId, 'agent', atOf(event));
    const open = foldItem(turn, event);
    return open === conversation.open ? conversation : { ...conversation, open };
  }
  const turns = conversation.turns.slice();
  const turn = turns[owner];
  if (turn) {
    turns[owner] = foldItem(turn, event);
  }
  return { ...conversation, turns };
}

function newTurn(id: TurnId, origin: Turn['origin'], at: number): Turn {
  return { id, origin, startedAt: at, items: [] };
}

function atOf(event: ConversationEvent): number {
  return 'at' in event ? event.at : 0;
}
