import type { Conversation } from '../../src/contract/conversation';
import { endOf } from '../../src/transcript/selectors';
import { type TurnRange, turnsIn } from './turnRange';

/** Elements of turns from which on the farthest turns leave the document, and how many may stay. */
const mostElements = 1_800;
const keptElements = 1_200;
/** Distance from the view, in px, within which turns stay; pages are added nearer to it. */
const margin = 1_200;

/**
 * Removes the turns that are farthest from the view if the document has too many elements.
 * @param scroller the view; its layout must be up to date
 * @param content parent of the elements of the range's turns
 */
export function trimRange(
  conversation: Conversation,
  range: TurnRange,
  scroller: HTMLElement,
  content: HTMLElement,
): TurnRange {
  let elements = sizeOf(content);
  if (elements <= mostElements) {
    return range;
  }
  const turns = [...content.querySelectorAll(':scope > .turn')];
  const { length } = turnsIn(conversation, range);
  if (turns.length < length || turns.length > length + 1) {
    // The range has not been drawn yet.
    return range;
  }
  const view = scroller.getBoundingClientRect();
  const above = turns.map(turn => view.top - turn.getBoundingClientRect().bottom);
  const below = turns.map(turn => turn.getBoundingClientRect().top - view.bottom);
  let first = 0;
  let last = turns.length - 1;
  while (elements > keptElements && first < last) {
    const [up = 0, down = 0] = [above[first], below[last]];
    if (Math.max(up, down) < margin) {
      break;
    }
    const gone = up >= down ? turns[first++] : turns[last--];
    elements -= gone ? 1 + sizeOf(gone) : 0;
  }
  return rangeOf(conversation, range, first, last + 1);
}

function sizeOf(element: Element): number {
  return element.getElementsByTagName('*').length;
}

/** @param stop exclusive; like `start`, it counts from the range's first turn */
function rangeOf(
  conversation: Conversation,
  { from, to = endOf(conversation) }: TurnRange,
  start: number,
  stop: number,
): TurnRange {
  const end = Math.min(to, from + stop);
  return end >= endOf(conversation) ? { from: from + start } : { from: from + start, to: end };
}
