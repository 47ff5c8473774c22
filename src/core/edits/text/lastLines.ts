import type { LineHunk } from './lineHunk';

/**
 * Adds hunks for last lines that were found again but differ in their line ends.
 * @param hunks between the texts as if every line were ended
 */
export function withLastLines(
  hunks: LineHunk[],
  older: readonly string[],
  newer: readonly string[],
): LineHunk[] {
  const pairs = [
    pairAt(hunks, older.length - 1, 'old'),
    pairAt(hunks, newer.length - 1, 'new'),
  ].filter(pair => pair && older[pair.oldStart] !== newer[pair.newStart]);
  return pairs.length === 0 ? hunks : joined([...hunks, ...pairs.filter(one => one !== undefined)]);
}

/** @returns the line and its counterpart; `undefined` if the line is in a hunk, or is none */
function pairAt(
  hunks: readonly LineHunk[],
  line: number,
  side: 'old' | 'new',
): LineHunk | undefined {
  const isIn = (hunk: LineHunk) => line >= hunk[`${side}Start`] && line < hunk[`${side}End`];
  if (line < 0 || hunks.some(isIn)) {
    return undefined;
  }
  const last = hunks.findLast(hunk => hunk[`${side}End`] <= line);
  const shift = last ? last.newEnd - last.oldEnd : 0;
  const [oldStart, newStart] = side === 'old' ? [line, line + shift] : [line - shift, line];
  return { oldStart, oldEnd: oldStart + 1, newStart, newEnd: newStart + 1 };
}

/** Sorts hunks and joins those that touch or are equal. */
function joined(hunks: readonly LineHunk[]): LineHunk[] {
  const sorted = [...hunks].sort((a, b) => a.oldStart - b.oldStart || a.newStart - b.newStart);
  const result: LineHunk[] = [];
  for (const hunk of sorted) {
    const last = result.at(-1);
    if (last && hunk.oldStart <= last.oldEnd && hunk.newStart <= last.newEnd) {
      result[result.length - 1] = {
        ...last,
        oldEnd: Math.max(last.oldEnd, hunk.oldEnd),
        newEnd: Math.max(last.newEnd, hunk.newEnd),
      };
    } else {
      result.push(hunk);
    }
  }
  return result;
}
