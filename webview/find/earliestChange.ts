import type { Conversation } from '../../src/contract/conversation';

/**
 * Returns the place of the earliest turn that differs; earlier ones that were loaded do not. Without
 * turns that were there before, all may differ.
 */
export function earliestChange(before: Conversation, now: Conversation): number {
  const none = Number.POSITIVE_INFINITY;
  if (before.turns === now.turns) {
    return before.open === now.open ? none : now.first + now.turns.length;
  }
  if (now.first > before.first) {
    return Number.NEGATIVE_INFINITY;
  }
  const end = Math.max(endOf(before), endOf(now));
  for (let place = before.first; place < end; place += 1) {
    if (before.turns[place - before.first] !== now.turns[place - now.first]) {
      return place;
    }
  }
  return before.open === now.open ? none : end;
}

function endOf({ first, turns }: Conversation): number {
  return first + turns.length;
}
