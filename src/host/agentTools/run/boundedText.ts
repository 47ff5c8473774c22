/** Returns the last `length` UTF-16 units of a text, cut after a line break if there is one. */
export function endOf(text: string, length: number): { text: string; isCut: boolean } {
  if (text.length <= length) {
    return { text, isCut: false };
  }
  const cut = text.slice(text.length - length);
  const line = cut.indexOf('\n');
  return { text: line >= 0 && line < cut.length - 1 ? cut.slice(line + 1) : cut, isCut: true };
}

/** Returns the first `length` UTF-16 units of a text, with a note on how many are left out. */
export function startOf(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length)}\n(${text.length - length} more characters are left out.)`;
}

/** Collapses whitespace and truncates, for values in lists. */
export function shortLine(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
