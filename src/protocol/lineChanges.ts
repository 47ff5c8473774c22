import { structuredPatch } from 'diff';
import { commonEnds } from '../base/commonEnds';
import type { Hunk } from '../contract/content';

export interface LineChanges {
  readonly added: number;
  readonly removed: number;
  /** Absent when the texts differ too much to be shown line by line. */
  readonly hunks?: readonly Hunk[];
}

/** Context lines around a change, as in the CLI's own patches. */
const context = 3;
/** UTF-16 units of all hunks together, because they travel in one message to the webview. */
const longestHunks = 100_000;
/** Myers costs at most edits times the shorter side. This many steps take tens of milliseconds. */
const steps = 250_000;
const leastEditLength = 500;

/** Differing section of two texts, as lines with their line feeds. */
interface Difference {
  /** Index of the first differing line. */
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly linesBefore: readonly string[];
  readonly linesAfter: readonly string[];
}

/** Compares by lines, ignoring differences in line ends. */
export function lineChanges(before: string, after: string): LineChanges {
  const difference = findDifference(splitLines(before), splitLines(after));
  if (difference.added.length + difference.removed.length === 0) {
    return { added: 0, removed: 0, hunks: [] };
  }
  const common = countCommon(difference);
  // When no removed line reappears, a finer comparison would find nothing.
  const hunks = common === 0 ? [oneHunk(difference)] : compare(difference);
  if (!hunks) {
    const { added, removed } = difference;
    return { added: added.length - common, removed: removed.length - common };
  }
  const counts = { added: count(hunks, '+'), removed: count(hunks, '-') };
  return lengthOf(hunks) > longestHunks ? counts : { ...counts, hunks };
}

/** Removes the common ends except for context: most edits to a long file are in one place. */
function findDifference(older: readonly string[], newer: readonly string[]): Difference {
  const { head, tail } = commonEnds(older, newer);
  const end = older.length - tail;
  return {
    at: head,
    removed: older.slice(head, end),
    added: newer.slice(head, newer.length - tail),
    linesBefore: older.slice(Math.max(0, head - context), head),
    linesAfter: older.slice(end, end + context),
  };
}

/** Counts the removed lines that reappear anywhere among the added ones. */
function countCommon({ removed, added }: Difference): number {
  const left = new Map<string, number>();
  for (const line of removed) {
    left.set(line, (left.get(line) ?? 0) + 1);
  }
  let common = 0;
  for (const line of added) {
    const rest = left.get(line) ?? 0;
    if (rest > 0) {
      left.set(line, rest - 1);
      common += 1;
    }
  }
  return common;
}

function oneHunk({ at, removed, added, linesBefore, linesAfter }: Difference): Hunk {
  const around = linesBefore.length + linesAfter.length;
  const start = at - linesBefore.length + 1;
  return {
    oldStart: start,
    oldLines: removed.length + around,
    newStart: start,
    newLines: added.length + around,
    lines: [
      ...marked(' ', linesBefore),
      ...marked('-', removed),
      ...marked('+', added),
      ...marked(' ', linesAfter),
    ],
  };
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines.flatMap(line =>
    line.endsWith('\n')
      ? [mark + line.slice(0, -1)]
      : [mark + line, '\\ No newline at end of file'],
  );
}

function compare({ at, removed, added, linesBefore, linesAfter }: Difference): Hunk[] | undefined {
  const shorter = Math.min(removed.length, added.length);
  const maxEditLength = Math.max(leastEditLength, Math.floor(steps / (1 + shorter)));
  const patch = structuredPatch(
    '',
    '',
    [...linesBefore, ...removed, ...linesAfter].join(''),
    [...linesBefore, ...added, ...linesAfter].join(''),
    '',
    '',
    { context, maxEditLength },
  );
  const offset = at - linesBefore.length;
  return patch?.hunks.map(({ oldStart, newStart, ...hunk }) => ({
    ...hunk,
    oldStart: oldStart + offset,
    newStart: newStart + offset,
  }));
}

function splitLines(text: string): string[] {
  const unified = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  const lines: string[] = [];
  for (let start = 0; start < unified.length; ) {
    // Ten times faster than a split that keeps the line feeds.
    const end = unified.indexOf('\n', start) + 1 || unified.length;
    lines.push(unified.slice(start, end));
    start = end;
  }
  return lines;
}

function count(hunks: readonly Hunk[], mark: string): number {
  return hunks.reduce(
    (sum, hunk) => sum + hunk.lines.filter(line => line.startsWith(mark)).length,
    0,
  );
}

function lengthOf(hunks: readonly Hunk[]): number {
  return hunks.reduce(
    (sum, hunk) => sum + hunk.lines.reduce((length, line) => length + line.length, 0),
    0,
  );
}
