/** Longest text that is lexed, in characters. */
const longest = 40_000;
/** Maximum sum of the squares of the marks in each paragraph. */
const mostWork = 1_000_000;
/** Maximum sum of the products of characters and lines in each paragraph. */
const mostSeeking = 20_000_000;
const mostComments = 100;

const mark = /[*_[\]`<!]/g;
/** Start of a paragraph or of an item. */
const start = /\n[ \t]*\n|\n(?= {0,3}(?:[-*+]|#{1,6}) )/;
/** Quotes and lists that begin in one another on one line. */
const nested = /^(?:[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>)){30}/m;

/**
 * Whether the Markdown lexer might take longer than a moment: its time grows with the square of the
 * marks in a paragraph, and it runs out of stack in deep quotes and lists. From each line of an item,
 * it looks through the rest for one that makes it a heading.
 */
export function isCostly(text: string): boolean {
  const parts = text.split(start);
  return (
    text.length > longest ||
    nested.test(text) ||
    text.split('<!--').length > mostComments ||
    parts.reduce((sum, part) => sum + count(part) ** 2, 0) > mostWork ||
    parts.reduce((sum, part) => sum + part.length * part.split('\n').length, 0) > mostSeeking
  );
}

function count(text: string): number {
  return text.match(mark)?.length ?? 0;
}
