import { withLineEnds } from './lines';
import { linesOf, mergeRegions, type ThreeTexts } from './merge';

const [oursMark, middleMark, theirsMark] = ['<<<<<<< ', '=======', '>>>>>>> '];

/** Labels after the markers; they distinguish our conflicts from others. */
export interface ConflictNames {
  readonly ours: string;
  readonly theirs: string;
}

/** Line numbers, from 0, of a conflict's three markers. */
export interface MarkedConflict {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

/** Merges, putting both sides of each conflict between the markers that editors recognize. */
export function markConflicts(texts: ThreeTexts, names: ConflictNames): string[] {
  const lineEnd = [...texts.ours, ...texts.theirs]
    .find(line => line.endsWith('\n'))
    ?.endsWith('\r\n')
    ? '\r\n'
    : '\n';
  const marked = mergeRegions(texts).flatMap(({ kind, ours, theirs }) => {
    const [mine, yours] = [linesOf(texts.ours, ours), linesOf(texts.theirs, theirs)];
    return kind === 'conflict'
      ? [
          `${oursMark}${names.ours}${lineEnd}`,
          ...mine,
          `${middleMark}${lineEnd}`,
          ...yours,
          `${theirsMark}${names.theirs}${lineEnd}`,
        ]
      : kind === 'theirs'
        ? yours
        : mine;
  });
  return withLineEnds(marked);
}

/**
 * Finds the remaining conflicts marked with these names. Skips a conflict with a second line like
 * the middle marker: where its sides divide would be a guess.
 */
export function findConflicts(text: string, names: ConflictNames): MarkedConflict[] {
  if (!text.includes(oursMark + names.ours)) {
    return [];
  }
  const found: MarkedConflict[] = [];
  let start: number | undefined;
  let middles: number[] = [];
  for (const [line, content] of text.split(/\r\n|\r|\n/).entries()) {
    if (content === oursMark + names.ours) {
      start = line;
      middles = [];
    } else if (content === middleMark) {
      middles.push(line);
    } else if (content === theirsMark + names.theirs) {
      const [middle] = middles;
      if (start !== undefined && middle !== undefined && middles.length === 1) {
        found.push({ start, middle, end: line });
      }
      start = undefined;
    }
  }
  return found;
}
