/** How the CLI's file tools treat line ends and byte order marks, measured from 2.0.36 to 2.1.329. */

const byteOrderMark = '\ufeff';
const sample = 4_096;

/** Edit sees line feeds only. */
export function toLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The line ends that Edit writes: those that prevail at the beginning of the file as it was. */
export function prevailingLineEnd(text: string): '\n' | '\r\n' {
  const head = text.slice(0, sample);
  const all = head.split('\n').length - 1;
  const windows = head.split('\r\n').length - 1;
  return windows > all - windows ? '\r\n' : '\n';
}

/** A text of line feeds as it stands in the file afterwards. */
export function toFileText(text: string, original: string): string {
  return prevailingLineEnd(original) === '\r\n' ? toLineFeeds(text).replaceAll('\n', '\r\n') : text;
}

/** An editor hides the mark from its text; a file that had one keeps it. */
export function keepByteOrderMark(text: string, original: string): string {
  return original.startsWith(byteOrderMark) && !text.startsWith(byteOrderMark)
    ? byteOrderMark + text
    : text;
}
