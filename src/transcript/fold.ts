import { messageOf } from '../base/errors';
import type { Conversation, Item, Turn } from '../contract/conversation';
import type { ConversationEvent } from '../contract/events';
import type { MessageId, TurnId } from '../contract/ids';
import type { TurnCause } from '../contract/tasks';
import { foldItem, isItemEvent, itemOwner } from './foldItem';
import { foldSummary } from './foldSummary';
import { interruptOpenCalls, settleTurn } from './settle';
import { followTurns, hasTurn } from './turnIndex';

/**
 * Returns the next state of a conversation. Pure: unchanged parts are shared with the old state.
 * Never throws; an event that cannot be folded becomes an `unknown` item and is reported.
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
      return { ...next, first: 0, hasEarlier: false, turns: [], open: undefined };
    default:
      return isItemEvent(event) ? foldIntoTurn(next, event) : next;
  }
}

function openTurn(
  conversation: Conversation,
  event: Extract<ConversationEvent, { type: 'turn.started' }>,
): Conversation {
  const { base, prompts } = takePrompts(conversation, event.messageIds ?? []);
  const { open } = base;
  // A sent prompt opens its turn before the agent reports the start; so does a compaction.
  if (open?.items.every(item => item.kind === 'prompt' || item.kind === 'notice')) {
    const items = [...prompts, ...open.items];
    return { ...base, open: { ...open, id: event.turnId, origin: event.origin, items } };
  }
  const closed = open ? closeTurnAs(base, open) : base;
  const turn = newTurn(event.turnId, event.origin, event.at, event.after);
  return { ...closed, open: { ...turn, items: prompts } };
}

/** Takes prompts that were sent during another turn out of it, once their own turn begins. */
function takePrompts(
  conversation: Conversation,
  ids: readonly MessageId[],
): { base: Conversation; prompts: readonly Item[] } {
  const isMeant = (item: Item) => item.kind === 'prompt' && ids.includes(item.messageId);
  const last = conversation.turns.at(-1);
  const prompts = last?.items.filter(isMeant) ?? [];
  // A turn keeps the prompts that it began with: its own prompts are the first of its items.
  if (!last || prompts.length === 0 || last.items.every(isMeant)) {
    return { base: conversation, prompts: [] };
  }
  const rest = { ...last, items: last.items.filter(item => !isMeant(item)) };
  const turns = conversation.turns.with(-1, rest);
  followTurns(conversation.turns, turns, turns.length - 1);
  return { base: { ...conversation, turns }, prompts };
}

function closeTurn(
  conversation: Conversation,
  event: Extract<ConversationEvent, { type: 'turn.ended' }>,
): Conversation {
  const base = event.outcome.kind === 'lost' ? interruptOpenCalls(conversation) : conversation;
  // A turn without content (a local command, /clear) is shown only if it ended badly.
  if (event.outcome.kind === 'completed' && (base.open?.items.length ?? 0) === 0) {
    return { ...base, open: undefined };
  }
  if (!base.open) {
    const turn = unannouncedTurn(base, event.at);
    return closeTurnAs(base, turn, event);
  }
  return closeTurnAs(base, base.open, event);
}

function closeTurnAs(
  conversation: Conversation,
  turn: Turn,
  event?: Extract<ConversationEvent, { type: 'turn.ended' }>,
): Conversation {
  // Ten thousand turns are copied ten times as fast as by spreading them.
  const turns = conversation.turns.concat([settleTurn(turn, event)]);
  followTurns(conversation.turns, turns, turns.length - 1);
  return { ...conversation, turns, open: undefined };
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
    const turn = conversation.open ?? unannouncedTurn(conversation, atOf(event));
    const open = foldItem(turn, event);
    return open === conversation.open ? conversation : { ...conversation, open };
  }
  const turns = conversation.turns.slice();
  const turn = turns[owner];
  if (turn) {
    turns[owner] = foldItem(turn, event);
    followTurns(conversation.turns, turns, owner);
  }
  return { ...conversation, turns };
}

/** Creates a turn for events that no start preceded. Several may begin in one millisecond. */
function unannouncedTurn({ turns }: Conversation, at: number): Turn {
  let id = `turn-${at}`;
  for (let count = 2; hasTurn(turns, id); count += 1) {
    id = `turn-${at}-${count}`;
  }
  return newTurn(id as TurnId, 'agent', at);
}

function newTurn(id: TurnId, origin: Turn['origin'], at: number, after?: TurnCause): Turn {
  return { id, origin, startedAt: at, items: [], ...(after && { after }) };
}

function atOf(event: ConversationEvent): number {
  return 'at' in event ? event.at : 0;
}
