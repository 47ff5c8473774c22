/** Lines, 0-based, both included. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

interface Point {
  readonly line: number;
  readonly character: number;
}

/** Change of a document, in the coordinates before it. */
export interface TextChange {
  readonly range: { readonly start: Point; readonly end: Point };
  readonly text: string;
}

/**
 * Returns where lines are after changes, as an editor's own marks move. Lines that are removed leave
 * the line at which they were.
 */
export function movedLines(lines: Lines, changes: readonly TextChange[]): Lines {
  return changes.reduce(afterChange, lines);
}

function afterChange({ start, end }: Lines, { range, text }: TextChange): Lines {
  const added = text.split('\n').length - 1;
  const shift = added - (range.end.line - range.start.line);
  const isAbove = range.end.line < start || (range.end.line === start && range.end.character === 0);
  if (isAbove && isBefore(range.start, start)) {
    return { start: start + shift, end: end + shift };
  }
  if (range.start.line > end) {
    return { start, end };
  }
  const movedStart = range.start.line < start ? range.start.line + added : start;
  const movedEnd = range.end.line <= end ? end + shift : range.start.line + added;
  return { start: Math.min(movedStart, Math.max(movedEnd, 0)), end: Math.max(movedEnd, 0) };
}

function isBefore(point: Point, line: number): boolean {
  return point.line < line || point.character === 0;
}
