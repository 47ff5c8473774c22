import { diffWordsWithSpace } from 'diff';

/** Hunk of a unified diff; each line begins with ' ', '+', '-' or '\'. */
export interface DiffHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** Range of characters; the end is exclusive. */
export type Mark = readonly [start: number, end: number];

export type DiffRow =
  | {
      readonly kind: 'context' | 'added' | 'removed';
      readonly oldLine?: number;
      readonly newLine?: number;
      readonly text: string;
      /** Corresponding line on the other side. */
      readonly pair?: string;
    }
  | { readonly kind: 'note' }
  /** `at`: number of the first old line that is left out, if its text is known. */
  | { readonly kind: 'gap'; readonly skipped: number; readonly at?: number };

/** Whole old text, of which lines outside of the hunks can be shown. */
export interface OldText {
  readonly lines: readonly string[];
  /** Gaps to show, by the number of their first old line. */
  readonly open: ReadonlySet<number>;
}

type LineRow = Exclude<DiffRow, { readonly kind: 'note' | 'gap' }>;

const longestMarkedLine = 500;
/** Least share of common text for which word marks are useful. */
const leastCommon = 0.3;

/**
 * Returns the rows of a unified view with line numbers, and a gap row before each later hunk. If
 * the old text is known, also where it begins and ends outside of the hunks.
 */
export function diffRows(hunks: readonly DiffHunk[], old?: OldText): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldEnd: number | undefined;
  for (const hunk of hunks) {
    const shift = hunk.newStart - hunk.oldStart;
    if (old !== undefined) {
      rows.push(...unchangedRows(old, oldEnd ?? 1, hunk.oldStart, shift));
    } else if (oldEnd !== undefined) {
      rows.push({ kind: 'gap', skipped: Math.max(0, hunk.oldStart - oldEnd) });
    }
    oldEnd = hunk.oldStart + hunk.oldLines;
    rows.push(...hunkRows(hunk));
  }
  const last = hunks.at(-1);
  if (old !== undefined && last !== undefined && oldEnd !== undefined) {
    const shift = last.newStart + last.newLines - oldEnd;
    rows.push(...unchangedRows(old, oldEnd, old.lines.length + 1, shift));
  }
  return rows;
}

/** @param shift difference of the numbers that a line has in the new and the old text */
function unchangedRows(old: OldText, from: number, end: number, shift: number): DiffRow[] {
  if (end <= from) {
    return [];
  }
  return old.open.has(from)
    ? old.lines.slice(from - 1, end - 1).map((text, index) => {
        const oldLine = from + index;
        return { kind: 'context', oldLine, newLine: oldLine + shift, text: withoutReturn(text) };
      })
    : [{ kind: 'gap', skipped: end - from, at: from }];
}

function withoutReturn(line: string): string {
  return line.replace(/\r$/, '');
}

function hunkRows(hunk: DiffHunk): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldLine = hunk.oldStart;
  let newLine = hunk.newStart;
  for (const line of hunk.lines) {
    const text = withoutReturn(line.slice(1));
    switch (line[0]) {
      case '+':
        rows.push({ kind: 'added', newLine, text });
        newLine += 1;
        break;
      case '-':
        rows.push({ kind: 'removed', oldLine, text });
        oldLine += 1;
        break;
      case '\\':
        rows.push({ kind: 'note' });
        break;
      default:
        rows.push({ kind: 'context', oldLine, newLine, text });
        oldLine += 1;
        newLine += 1;
    }
  }
  return pairLines(rows);
}

/** Pairs removed lines with the added lines that follow them, in order. */
function pairLines(rows: readonly DiffRow[]): DiffRow[] {
  const result = rows.slice();
  let index = 0;
  while (index < rows.length) {
    const removed = runOf(rows, index, 'removed');
    const next = (removed[removed.length - 1] ?? index - 1) + 1;
    const added = removed.length === 0 ? [] : runOf(rows, next, 'added');
    removed.slice(0, added.length).forEach((at, nth) => {
      const other = added[nth];
      const before = rows[at] as LineRow;
      const after = rows[other ?? at] as LineRow;
      if (other !== undefined) {
        result[at] = { ...before, pair: after.text };
        result[other] = { ...after, pair: before.text };
      }
    });
    index = Math.max(index, next - 1, added[added.length - 1] ?? 0) + 1;
  }
  return result;
}

/** Returns the indexes of a run of rows of one kind from `start`; notes do not end the run. */
function runOf(rows: readonly DiffRow[], start: number, kind: LineRow['kind']): number[] {
  const found: number[] = [];
  for (let index = start; index < rows.length; index += 1) {
    const row = rows[index];
    if (row?.kind === kind) {
      found.push(index);
    } else if (row?.kind !== 'note') {
      break;
    }
  }
  return found;
}

/** Returns the changed parts of a line pair; none if a line is long or little is in common. */
export function wordMarks(
  before: string,
  after: string,
): { readonly removed: readonly Mark[]; readonly added: readonly Mark[] } {
  const none = { removed: [], added: [] };
  if (before.length > longestMarkedLine || after.length > longestMarkedLine) {
    return none;
  }
  const removed: Mark[] = [];
  const added: Mark[] = [];
  let oldAt = 0;
  let newAt = 0;
  let common = 0;
  for (const part of diffWordsWithSpace(before, after)) {
    const length = part.value.length;
    if (part.added) {
      added.push([newAt, newAt + length]);
      newAt += length;
    } else if (part.removed) {
      removed.push([oldAt, oldAt + length]);
      oldAt += length;
    } else {
      common += part.value.trim().length;
      oldAt += length;
      newAt += length;
    }
  }
  const longer = Math.max(before.trim().length, after.trim().length);
  return common < longer * leastCommon ? none : { removed, added };
}
