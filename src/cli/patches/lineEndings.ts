/** Line ends and byte order marks in the CLI's file tools, measured from 2.0.36 to 2.1.329. */

const byteOrderMark = '\ufeff';
const sample = 4_096;

/** Converts to line feeds, the only line ends that Edit sees. */
export function toLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Returns the line ends that Edit writes: those that prevail at the start of the original file. */
export function prevailingLineEnding(text: string): '\n' | '\r\n' {
  const head = text.slice(0, sample);
  const all = head.split('\n').length - 1;
  const windows = head.split('\r\n').length - 1;
  return windows > all - windows ? '\r\n' : '\n';
}

/** Converts line feeds to the line ends of the original file. */
export function toFileText(text: string, original: string): string {
  return prevailingLineEnding(original) === '\r\n'
    ? toLineFeeds(text).replaceAll('\n', '\r\n')
    : text;
}

/** Restores the original's byte order mark, which an editor hides from its text. */
export function keepByteOrderMark(text: string, original: string): string {
  return original.startsWith(byteOrderMark) && !text.startsWith(byteOrderMark)
    ? byteOrderMark + text
    : text;
}
