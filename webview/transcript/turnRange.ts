import type { Conversation, Turn } from '../../src/contract/conversation';
import { endOf, lastTurns, turnsBefore } from '../../src/transcript/selectors';

/** Which turns are in the document, by their places; `to` is exclusive. */
export interface TurnRange {
  readonly from: number;
  /** Absent: up to the newest. */
  readonly to?: number;
}

/** Items of one step up or down. */
const pageItems = 60;
/** With more items than this in the document the far end is taken out. */
const mostItems = 500;

export function newestRange(conversation: Conversation): TurnRange {
  return { from: lastTurns(conversation, pageItems).first };
}

/** One page more above; the same range when the loaded turns end there. */
export function extendUp(conversation: Conversation, range: TurnRange): TurnRange {
  const from = turnsBefore(conversation, range.from, pageItems).first;
  if (from >= range.from) {
    return range;
  }
  return trimEnd(conversation, { ...range, from });
}

/** One page more below; the range is open again when that reaches the newest. */
export function extendDown(conversation: Conversation, range: TurnRange): TurnRange {
  if (range.to === undefined) {
    return range;
  }
  let to = range.to;
  let count = 0;
  while (to < endOf(conversation) && count < pageItems) {
    count += turnAt(conversation, to)?.items.length ?? 0;
    to += 1;
  }
  const from = trimmedStart(conversation, range.from, to);
  return to >= endOf(conversation) ? { from } : { from, to };
}

/** A page before a turn and one from it on. */
export function rangeAround(conversation: Conversation, turn: number): TurnRange {
  return extendUp(conversation, extendDown(conversation, { from: turn, to: turn }));
}

/** For a view that stays at the end: old turns leave as new ones come. */
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
