import { diffWordsWithSpace } from 'diff';

/** One hunk of a unified diff; each line begins with ' ', '+', '-' or '\'. */
export interface DiffHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** A range of characters, the end not included. */
export type Mark = readonly [start: number, end: number];

export type DiffRow =
  | {
      readonly kind: 'context' | 'added' | 'removed';
      readonly oldLine?: number;
      readonly newLine?: number;
      readonly text: string;
      /** The line of the other side that this one replaces. */
      readonly pair?: string;
    }
  | { readonly kind: 'note' }
  | { readonly kind: 'gap'; readonly skipped: number };

type LineRow = Exclude<DiffRow, { readonly kind: 'note' | 'gap' }>;

const longestMarkedLine = 500;
/** Below this share of common text, marks on two lines say nothing. */
const leastCommon = 0.3;

/** The rows of a unified view, in order, with line numbers and a gap row before each later hunk. */
export function diffRows(hunks: readonly DiffHunk[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldEnd: number | undefined;
  for (const hunk of hunks) {
    if (oldEnd !== undefined) {
      rows.push({ kind: 'gap', skipped: Math.max(0, hunk.oldStart - oldEnd) });
    }
    oldEnd = hunk.oldStart + hunk.oldLines;
    rows.push(...hunkRows(hunk));
  }
  return rows;
}

function hunkRows(hunk: DiffHunk): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldLine = hunk.oldStart;
  let newLine = hunk.newStart;
  for (const line of hunk.lines) {
    const text = line.slice(1).replace(/\r$/, '');
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

/** In a run of removed lines followed by added ones, the first replaces the first, and so on. */
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

/** Indexes of the rows of one kind from `start` on; a note between them does not end the run. */
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

/** The changed parts of both lines of a pair; none when the lines are long or have little in common. */
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
