/** Longest text that is lexed, in characters. */
const longest = 40_000;
/** Maximum sum of the squares of the marks in each paragraph. */
const mostWork = 1_000_000;
const mostComments = 100;

const mark = /[*_[\]`<!]/g;
/** Start of a paragraph or of an item. */
const start = /\n[ \t]*\n|\n(?= {0,3}(?:[-*+]|#{1,6}) )/;
/** Quotes and lists that begin in one another on one line. */
const nested = /^(?:[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>)){30}/m;

/**
 * Whether the Markdown lexer might take longer than a moment: its time grows with the square of the
 * marks in a paragraph, and it runs out of stack in deep quotes and lists.
 */
export function isCostly(text: string): boolean {
  return (
    text.length > longest ||
    nested.test(text) ||
    text.split('<!--').length > mostComments ||
    text.split(start).reduce((sum, part) => sum + count(part) ** 2, 0) > mostWork
  );
}

function count(text: string): number {
  return text.match(mark)?.length ?? 0;
}
