import type { FindQuery } from '../../src/contract/find';
import { comparable, placesOf } from '../../src/transcript/find/comparable';

/** Parts of an item that are not its text: controls, hints, and other items. */
const leftOut = [
  ...['.tool-inner', '.message-foot', '.code-header', '.tool-block-bar', '.tool-more', '.icon'],
  ...['.tool-fold-title', '.thinking-toggle', '.tool-end', '.tool-actions', '.tool-line-number'],
  ...['.sr-only', '.diff-sr', '.diff-number', '.diff-sign', '.diff-gap', '.diff-more'],
  '[aria-hidden="true"]',
].join(',');
/** Elements whose text does not continue that of others. */
const blocks =
  'p, div, li, pre, td, th, dt, dd, h1, h2, h3, h4, h5, h6, blockquote, .tool-title, .tool-target';
/** Limits of what is marked in one item. */
const longestItem = 300_000;
const mostRanges = 2_000;
/** Stands between blocks: a blank, and what no text to find goes on with. */
const gap = '\n\0';

interface Piece {
  readonly node: Text;
  /** Place of the node's text in the text of the item. */
  readonly start: number;
}

/** Returns the ranges of an item's element in which a text is shown, also across elements. */
export function itemRanges(element: Element, { text, matchesCase }: FindQuery): Range[] {
  const { pieces, shown } = piecesOf(element);
  const wanted = comparable(text, matchesCase);
  const places = placesOf(comparable(shown, matchesCase), wanted, mostRanges);
  let piece = 0;
  return places.flatMap(place => {
    piece = pieceAt(pieces, place, piece);
    const from = pieces[piece];
    piece = pieceAt(pieces, place + wanted.length - 1, piece);
    const to = pieces[piece];
    if (!from || !to) {
      return [];
    }
    const range = document.createRange();
    range.setStart(from.node, offsetIn(from, place));
    range.setEnd(to.node, offsetIn(to, place + wanted.length));
    return range.collapsed ? [] : [range];
  });
}

/** A blank that a match begins or ends with may stand between two nodes, in neither. */
function offsetIn({ node, start }: Piece, place: number): number {
  return Math.max(0, Math.min(place - start, node.length));
}

/** Returns the piece that has the character at a place, searching onwards. */
function pieceAt(pieces: readonly Piece[], place: number, from: number): number {
  let index = from;
  while ((pieces[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= place) {
    index += 1;
  }
  return index;
}

function piecesOf(element: Element): { pieces: readonly Piece[]; shown: string } {
  const pieces: Piece[] = [];
  const texts: string[] = [];
  let length = 0;
  let block: Element | null | undefined;
  const walker = textWalker(element);
  while (walker.nextNode() && length < longestItem) {
    const node = walker.currentNode;
    const isText = node instanceof Text;
    const { parentElement } = node;
    const within = isText ? (parentElement?.closest(blocks) ?? null) : block;
    if (within !== block || !isText) {
      // A line break is a blank.
      texts.push(isText ? gap : ' ');
      length += isText ? gap.length : 1;
      block = within;
    }
    if (isText) {
      pieces.push({ node, start: length });
      texts.push(node.data);
      length += node.data.length;
    }
  }
  return { pieces, shown: texts.join('') };
}

/** Walks over texts and line breaks. */
function textWalker(element: Element): TreeWalker {
  return document.createTreeWalker(
    element,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    node => {
      if (!(node instanceof Element) || node.localName === 'br') {
        return NodeFilter.FILTER_ACCEPT;
      }
      return node.matches(leftOut) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    },
  );
}
