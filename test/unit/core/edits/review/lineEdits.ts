import fc from 'fast-check';
import { toLines } from '../../../../../src/core/edits/text/lines';

/** Replaces lines; all numbers are taken modulo the room there is. */
export interface LineEdit {
  readonly at: number;
  /** Edits beside or in what was edited last. */
  readonly isNear: boolean;
  readonly removes: number;
  readonly inserts: number;
  /** Inserts lines that may be there already; else each line is new. */
  readonly isRepeating: boolean;
  /** Removes the line end of the last line. */
  readonly isCut: boolean;
}

/** Any edit, for property tests. */
export const edit: fc.Arbitrary<LineEdit> = fc.record({
  at: fc.nat(60),
  isNear: fc.boolean(),
  removes: fc.nat(3),
  inserts: fc.nat(2),
  isRepeating: fc.boolean(),
  isCut: fc.boolean(),
});

/** Returns the text after an edit at a line; only the last line may lack its line end. */
export function withEdit(
  lines: readonly string[],
  at: number,
  { removes, isCut }: LineEdit,
  inserted: readonly string[],
  lineEnd: string,
): string {
  const edited = lines.toSpliced(at, removes, ...inserted);
  return edited
    .map((line, index) => {
      const isLast = index === edited.length - 1;
      const bare = line.replace(/[\r\n]+$/, '');
      return isLast ? bare + (isCut ? '' : lineEnd) : bare === line ? line + lineEnd : line;
    })
    .join('');
}

export const byteOrderMark = '\uFEFF';

export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

/**
 * Returns the lines of a text without their ends and without the mark before them. A line with a
 * mark that is merged below another one keeps its mark.
 */
export function linesWithoutEnds(text = ''): string[] {
  return toLines(text).map(line => withoutMark(line.replace(/[\r\n]+$/, '')));
}
