import type { Conversation, Turn } from '../../src/contract/conversation';
import { endOf, lastTurns, turnsBefore } from '../../src/transcript/selectors';

/** Range of turns in the document, by index; `to` is exclusive. */
export interface TurnRange {
  readonly from: number;
  /** Absent if the range includes the newest turn. */
  readonly to?: number;
}

/** Items that are shown at first, and the most that a page adds. */
const pageItems = 60;
/**
 * Elements that a page should add: calls with output have many. As a page has whole turns, it may
 * add those of one more.
 */
const pageElements = 800;
/** Most items in the document; beyond that, turns at the far end are removed. */
const mostItems = 500;

export function newestRange(conversation: Conversation): TurnRange {
  return { from: lastTurns(conversation, pageItems).first };
}

/** Returns the range, adjusted after the conversation was cleared, reloaded or taken back. */
export function fitRange(conversation: Conversation, range: TurnRange): TurnRange {
  const { first, turns } = conversation;
  const end = endOf(conversation);
  const { from, to = end } = range;
  // The indices of a conversation that another window has continued may start lower than before.
  const isBeyond = from > end || (from === end && turns.length > 0);
  return isBeyond || to > end || to < first
    ? newestRange(conversation)
    : { ...range, from: Math.max(from, first) };
}

/** @param elements of the turns in the document */
export function pageSize(conversation: Conversation, range: TurnRange, elements: number): number {
  const items = turnsIn(conversation, range).reduce((sum, turn) => sum + turn.items.length, 0);
  const fitting = Math.ceil((pageElements * Math.max(1, items)) / Math.max(1, elements));
  return Math.min(pageItems, fitting);
}

/**
 * Adds a page above; returns the same range if no earlier turns are loaded.
 * @param size least number of items, if there are as many
 */
export function extendUp(
  conversation: Conversation,
  range: TurnRange,
  size = pageItems,
): TurnRange {
  const from = turnsBefore(conversation, range.from, size).first;
  if (from >= range.from) {
    return range;
  }
  return trimEnd(conversation, { ...range, from });
}

/** Adds a page below; `to` is absent again once the newest turn is reached. */
export function extendDown(
  conversation: Conversation,
  range: TurnRange,
  size = pageItems,
): TurnRange {
  if (range.to === undefined) {
    return range;
  }
  let to = range.to;
  let count = 0;
  while (to < endOf(conversation) && count < size) {
    count += turnAt(conversation, to)?.items.length ?? 0;
    to += 1;
  }
  const from = trimmedStart(conversation, range.from, to);
  return to >= endOf(conversation) ? { from } : { from, to };
}

/** Returns a range with one page before a turn and one page from it onwards. */
export function rangeAround(conversation: Conversation, turn: number): TurnRange {
  return extendUp(conversation, extendDown(conversation, { from: turn, to: turn }));
}

/** Removes old turns as new ones arrive, for a view that follows the end. */
export function trimStart(conversation: Conversation, range: TurnRange): TurnRange {
  if (range.to !== undefined) {
    return range;
  }
  const from = trimmedStart(conversation, range.from, endOf(conversation));
  return from === range.from ? range : { from };
}

export function turnsIn(conversation: Conversation, range: TurnRange): readonly Turn[] {
  const { first, turns } = conversation;
  return turns.slice(
    Math.max(0, range.from - first),
    range.to === undefined ? undefined : Math.max(0, range.to - first),
  );
}

function turnAt(conversation: Conversation, index: number): Turn | undefined {
  return conversation.turns[index - conversation.first];
}

function trimmedStart(conversation: Conversation, from: number, to: number): number {
  let start = to;
  let count = 0;
  while (start > from && count < mostItems) {
    start -= 1;
    count += turnAt(conversation, start)?.items.length ?? 0;
  }
  return start;
}

function trimEnd(conversation: Conversation, range: TurnRange): TurnRange {
  const last = Math.min(range.to ?? Number.POSITIVE_INFINITY, endOf(conversation));
  let to = range.from;
  let count = 0;
  while (to < last && count < mostItems) {
    count += turnAt(conversation, to)?.items.length ?? 0;
    to += 1;
  }
  return to >= endOf(conversation) ? { from: range.from } : { from: range.from, to };
}
