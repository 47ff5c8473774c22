import { diffArrays } from 'diff';
import { commonEnds } from '../../../base/commonEnds';
import { type Anchor, findAnchors } from './anchors';
import { withLastLines } from './lastLines';
import type { LineHunk } from './lineHunk';
import { withLastsEnded } from './lines';

/** Myers is quadratic in the lines that differ: this many take about a tenth of a second. */
const mostEdits = 1_000;

/**
 * Finds where two texts differ, in order. Two hunks never touch. A last line that lacks its line
 * end is found again where it has one: otherwise the lines around it would seem to have moved.
 */
export function findHunks(older: readonly string[], newer: readonly string[]): LineHunk[] {
  const ended = withLastsEnded(older, newer);
  const hunks = compare(...ended, mostEdits, compareBetweenAnchors);
  return withLastLines(hunks, older, newer);
}

type Compare = (older: readonly string[], newer: readonly string[]) => LineHunk[];

/** @param otherwise comparison to use when more than `most` lines are removed and added */
function compare(
  older: readonly string[],
  newer: readonly string[],
  most: number,
  otherwise: Compare,
): LineHunk[] {
  const { head, removed, added } = trim(older, newer);
  if (removed.length === 0 && added.length === 0) {
    return [];
  }
  const canMatch = removed.length > 0 && added.length > 0;
  const parts = canMatch
    ? diffArrays([...removed], [...added], { maxEditLength: most })
    : undefined;
  const hunks = parts ? hunksOf(parts) : (canMatch ? otherwise : asOne)(removed, added);
  return hunks.map(hunk => moved(hunk, { old: head, new: head }));
}

const asOne: Compare = (removed, added) => [
  { oldStart: 0, oldEnd: removed.length, newStart: 0, newEnd: added.length },
];

/** Compares each stretch between two anchors separately, in its share of the time. */
function compareBetweenAnchors(older: readonly string[], newer: readonly string[]): LineHunk[] {
  const anchors = findAnchors(older, newer);
  if (anchors.length === 0) {
    return asOne(older, newer);
  }
  const hunks: LineHunk[] = [];
  let from = { old: 0, new: 0 };
  for (const to of [...anchors, { old: older.length, new: newer.length }]) {
    const [removed, added] = [older.slice(from.old, to.old), newer.slice(from.new, to.new)];
    const share = (removed.length + added.length) / (older.length + newer.length);
    for (const hunk of compare(removed, added, Math.ceil(mostEdits * Math.sqrt(share)), asOne)) {
      hunks.push(moved(hunk, from));
    }
    from = { old: to.old + 1, new: to.new + 1 };
  }
  return hunks;
}

function moved({ oldStart, oldEnd, newStart, newEnd }: LineHunk, by: Anchor): LineHunk {
  return {
    oldStart: oldStart + by.old,
    oldEnd: oldEnd + by.old,
    newStart: newStart + by.new,
    newEnd: newEnd + by.new,
  };
}

/** Removes the common ends: most edits to a long file are in one place. */
function trim(older: readonly string[], newer: readonly string[]) {
  const { head, tail } = commonEnds(older, newer);
  const removed = older.slice(head, older.length - tail);
  const added = newer.slice(head, newer.length - tail);
  return { head, removed, added };
}

interface Part {
  readonly value: readonly string[];
  readonly added?: boolean;
  readonly removed?: boolean;
}

function hunksOf(parts: readonly Part[]): LineHunk[] {
  const hunks: LineHunk[] = [];
  let open: LineHunk | undefined;
  let [oldAt, newAt] = [0, 0];
  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      open = undefined;
      oldAt += value.length;
      newAt += value.length;
      continue;
    }
    const { oldStart, newStart } = open ?? { oldStart: oldAt, newStart: newAt };
    oldAt += removed ? value.length : 0;
    newAt += added ? value.length : 0;
    if (open) {
      hunks.pop();
    }
    open = { oldStart, oldEnd: oldAt, newStart, newEnd: newAt };
    hunks.push(open);
  }
  return hunks;
}
