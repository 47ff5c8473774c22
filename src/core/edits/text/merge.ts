import { findHunks } from './hunks';
import type { LineHunk } from './lineHunk';
import { withLineEnds } from './lines';

/**
 * A stretch of the base and its counterpart on both sides. Ranges are half-open, in lines from 0,
 * in each of the three texts. Stretches follow one another without gaps.
 */
export interface MergeRegion {
  /** `both`: the same on both sides, but different from the base. */
  readonly kind: 'same' | 'ours' | 'theirs' | 'both' | 'conflict';
  readonly base: LineRange;
  readonly ours: LineRange;
  readonly theirs: LineRange;
}

export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Three texts as lines with their line ends. */
export interface ThreeTexts {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * Lists both sides' changes to the base, in order. Different changes to the same lines conflict.
 * @param changes from the base to theirs, if known
 */
export function mergeRegions(texts: ThreeTexts, changes?: readonly LineHunk[]): MergeRegion[] {
  const { base, ours, theirs } = texts;
  const regions: MergeRegion[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const add = (kind: MergeRegion['kind'], end: typeof at) => {
    regions.push({
      kind,
      base: { start: at.base, end: end.base },
      ours: { start: at.ours, end: end.ours },
      theirs: { start: at.theirs, end: end.theirs },
    });
    at = end;
  };
  for (const group of groupsOf(findHunks(base, ours), changes ?? findHunks(base, theirs))) {
    const gap = group.start - at.base;
    if (gap > 0) {
      add('same', { base: group.start, ours: at.ours + gap, theirs: at.theirs + gap });
    }
    const length = group.end - group.start;
    const end = {
      base: group.end,
      ours: at.ours + length + growth(group.ours),
      theirs: at.theirs + length + growth(group.theirs),
    };
    add(kindOf(group, texts, at, end), end);
  }
  if (at.base < base.length) {
    add('same', { base: base.length, ours: ours.length, theirs: theirs.length });
  }
  return regions;
}

/** @returns the merged lines; `undefined` if `resolve` leaves a conflict open */
export function mergeLines(
  { base, ours, theirs }: ThreeTexts,
  resolve?: (conflict: MergeRegion) => readonly string[] | undefined,
  changes?: readonly LineHunk[],
): string[] | undefined {
  const merged: string[] = [];
  for (const region of mergeRegions({ base, ours, theirs }, changes)) {
    const lines =
      region.kind === 'conflict'
        ? resolve?.(region)
        : region.kind === 'theirs'
          ? linesOf(theirs, region.theirs)
          : linesOf(ours, region.ours);
    if (!lines) {
      return undefined;
    }
    for (const line of lines) {
      merged.push(line);
    }
  }
  return withLineEnds(merged, ours, base, theirs);
}

export function linesOf(text: readonly string[], { start, end }: LineRange): readonly string[] {
  return text.slice(start, end);
}

/** Hunks of both sides that overlap in the base. */
interface Group {
  readonly start: number;
  end: number;
  readonly ours: LineHunk[];
  readonly theirs: LineHunk[];
}

function groupsOf(ours: readonly LineHunk[], theirs: readonly LineHunk[]): Group[] {
  const all = [
    ...ours.map(hunk => ({ side: 'ours' as const, hunk })),
    ...theirs.map(hunk => ({ side: 'theirs' as const, hunk })),
  ].sort((a, b) => a.hunk.oldStart - b.hunk.oldStart || a.hunk.oldEnd - b.hunk.oldEnd);
  const groups: Group[] = [];
  for (const { side, hunk } of all) {
    const last = groups.at(-1);
    if (last && meets(last, hunk)) {
      last.end = Math.max(last.end, hunk.oldEnd);
      last[side].push(hunk);
    } else {
      const group: Group = { start: hunk.oldStart, end: hunk.oldEnd, ours: [], theirs: [] };
      group[side].push(hunk);
      groups.push(group);
    }
  }
  return groups;
}

/** Whether they share lines or insert at the same point, where the order would be a guess. */
function meets(group: Group, hunk: LineHunk): boolean {
  const isPoint = group.start === group.end;
  return isPoint
    ? hunk.oldStart === group.start && hunk.oldEnd === hunk.oldStart
    : hunk.oldStart < group.end;
}

function growth(hunks: readonly LineHunk[]): number {
  return hunks.reduce(
    (sum, { oldStart, oldEnd, newStart, newEnd }) =>
      sum + (newEnd - newStart) - (oldEnd - oldStart),
    0,
  );
}

function kindOf(
  group: Group,
  { ours, theirs }: ThreeTexts,
  from: { readonly ours: number; readonly theirs: number },
  to: { readonly ours: number; readonly theirs: number },
): MergeRegion['kind'] {
  if (group.theirs.length === 0) {
    return 'ours';
  }
  if (group.ours.length === 0) {
    return 'theirs';
  }
  const length = to.ours - from.ours;
  const isSame =
    length === to.theirs - from.theirs &&
    ours.slice(from.ours, to.ours).every((line, index) => line === theirs[from.theirs + index]);
  return isSame ? 'both' : 'conflict';
}
