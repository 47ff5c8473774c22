interface Point {
  readonly line: number;
  readonly character: number;
}

/** Returns the selected lines, 0-based, without a last line in which nothing is selected. */
export function selectedLines(selection: {
  readonly start: Point;
  readonly end: Point;
}): { readonly start: number; readonly end: number } | undefined {
  const { start, end } = selection;
  if (start.line === end.line && start.character === end.character) {
    return undefined;
  }
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { start: start.line, end: last };
}
