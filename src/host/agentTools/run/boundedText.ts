/** The end of a text that is longer than `length` UTF-16 units, cut at a line where there is one. */
export function endOf(text: string, length: number): { text: string; isCut: boolean } {
  if (text.length <= length) {
    return { text, isCut: false };
  }
  const cut = text.slice(text.length - length);
  const line = cut.indexOf('\n');
  return { text: line >= 0 && line < cut.length - 1 ? cut.slice(line + 1) : cut, isCut: true };
}

/** The beginning of a text, with a word on what is missing. */
export function startOf(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length)}\n(${text.length - length} more characters are left out.)`;
}

/** Of one line: for values in lists. */
export function shortLine(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
