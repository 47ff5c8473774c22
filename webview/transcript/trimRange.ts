import type { Conversation } from '../../src/contract/conversation';
import { endOf } from '../../src/transcript/selectors';
import { type TurnRange, turnsIn } from './turnRange';

/** Elements of turns from which on some leave the document, and how many then may stay. */
export const mostElements = 1_800;
const keptElements = 800;
/** Elements from which on some leave when a page is added. */
export const mostBesidePage = 900;
/** Least distance from the view, in px, at which a turn may leave: pages are added much nearer. */
const leastMargin = 1_200;

/** End of the document from which turns leave. */
export type Side = 'above' | 'below';

export interface TurnBox {
  /** Elements of the turn, itself included. */
  readonly elements: number;
  /** Distance from the view, in px; negative if the turn reaches into it. */
  readonly distance: number;
  /** True if the turn has the focus or part of the selection. */
  readonly isHeld: boolean;
}

/**
 * Counts the turns that may leave.
 * @param boxes turns from the end of the document towards the view; only read as far as needed
 * @param elements of all turns in the document
 * @param margin distance from the view, in px, within which turns stay
 */
export function countLeaving(
  boxes: Iterable<TurnBox>,
  elements: number,
  kept: number,
  margin: number,
): number {
  let count = 0;
  let left = elements;
  for (const box of boxes) {
    if (left <= kept || box.isHeld || box.distance < margin) {
      return count;
    }
    left -= box.elements;
    count += 1;
  }
  // All of them would leave only if the view shows none.
  return 0;
}

interface Surroundings {
  readonly conversation: Conversation;
  /** As it is drawn. */
  readonly range: TurnRange;
  readonly scroller: HTMLElement;
  /** Parent of the elements of the range's turns. */
  readonly content: HTMLElement;
  /** True if the view is about to be at the end of the content. */
  readonly isAtEnd: boolean;
}

/**
 * Leaves out turns at one side of the view if the document has more than `most` elements. Reads
 * the layout, so it should be up to date.
 */
export function trimRange(surroundings: Surroundings, side: Side, most: number): TurnRange {
  const { conversation, range, scroller, content, isAtEnd } = surroundings;
  const elements = sizeOf(content);
  if (elements <= most) {
    return range;
  }
  const turns = [...content.querySelectorAll<HTMLElement>(':scope > .turn')];
  const { length } = turnsIn(conversation, range);
  if (turns.length < length || turns.length > length + 1) {
    // The range has not been drawn yet.
    return range;
  }
  const view = scroller.getBoundingClientRect();
  const bottom = isAtEnd ? content.getBoundingClientRect().bottom : view.bottom;
  const boxes = boxesOf(side === 'above' ? turns : turns.reverse(), element => {
    const rect = element.getBoundingClientRect();
    return side === 'above' ? bottom - view.height - rect.bottom : rect.top - bottom;
  });
  const margin = Math.max(leastMargin, view.height);
  const count = countLeaving(boxes, elements, keptElements, margin);
  if (count === 0) {
    return range;
  }
  return side === 'above'
    ? { ...range, from: range.from + count }
    : {
        ...range,
        to: Math.min(range.to ?? endOf(conversation), range.from + turns.length - count),
      };
}

function* boxesOf(
  turns: readonly HTMLElement[],
  distanceOf: (turn: HTMLElement) => number,
): Generator<TurnBox> {
  for (const turn of turns) {
    yield { elements: 1 + sizeOf(turn), distance: distanceOf(turn), isHeld: isHeld(turn) };
  }
}

function isHeld(turn: HTMLElement): boolean {
  const selection = turn.ownerDocument.getSelection();
  return (
    turn.contains(turn.ownerDocument.activeElement) ||
    (selection?.isCollapsed === false && selection.containsNode(turn, true))
  );
}

/** Counts the elements in one. */
export function sizeOf(element: Element): number {
  return element.getElementsByTagName('*').length;
}
