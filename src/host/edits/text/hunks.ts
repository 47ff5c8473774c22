import { diffArrays } from 'diff';

/** Half-open ranges of lines, from 0, that stand for one another; a range may be empty. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Myers costs at most the edits times the shorter side: beyond this many steps one hunk says it all. */
const steps = 20_000_000;
const leastEditLength = 1_000;

/** Where two texts differ, in order. Two hunks never touch. */
export function findHunks(older: readonly string[], newer: readonly string[]): LineHunk[] {
  const { head, removed, added } = trim(older, newer);
  if (removed.length === 0 && added.length === 0) {
    return [];
  }
  const whole: LineHunk = {
    oldStart: head,
    oldEnd: head + removed.length,
    newStart: head,
    newEnd: head + added.length,
  };
  if (removed.length === 0 || added.length === 0) {
    return [whole];
  }
  const shorter = Math.min(removed.length, added.length);
  const maxEditLength = Math.max(leastEditLength, Math.floor(steps / shorter));
  const parts = diffArrays([...removed], [...added], { maxEditLength });
  return parts ? hunksOf(parts, head) : [whole];
}

/** Most edits are in one place of a long file: only what differs is compared. */
function trim(older: readonly string[], newer: readonly string[]) {
  const shorter = Math.min(older.length, newer.length);
  let head = 0;
  while (head < shorter && older[head] === newer[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && older.at(-1 - tail) === newer.at(-1 - tail)) {
    tail += 1;
  }
  const removed = older.slice(head, older.length - tail);
  const added = newer.slice(head, newer.length - tail);
  return { head, removed, added };
}

interface Part {
  readonly value: readonly string[];
  readonly added?: boolean;
  readonly removed?: boolean;
}

function hunksOf(parts: readonly Part[], start: number): LineHunk[] {
  const hunks: LineHunk[] = [];
  let open: LineHunk | undefined;
  let [oldAt, newAt] = [start, start];
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
