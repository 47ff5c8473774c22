import { findHunks } from '../text/hunks';
import type { LineHunk } from '../text/lineHunk';
import { withLineEnds } from '../text/lines';
import { linesOf, type MergeRegion, mergeLines, mergeRegions } from '../text/merge';

/**
 * Pending change by the agent, located in the present file. Ranges are half-open, in lines from 0:
 * in the text before the agent's changes, after them, and now.
 */
export interface ReviewHunk {
  readonly before: { readonly start: number; readonly end: number };
  readonly after: { readonly start: number; readonly end: number };
  readonly now: { readonly start: number; readonly end: number };
  /** The user has since changed the same lines. */
  readonly isEdited: boolean;
}

/**
 * Text before and after the agent's pending changes, as lines with their line ends. Immutable.
 * Keeps the hunks found first: comparing again after each decision could split the rest elsewhere.
 */
export class ReviewText {
  constructor(
    readonly before: readonly string[],
    readonly after: readonly string[],
    readonly hunks: readonly LineHunk[] = findHunks(before, after),
  ) {}

  /** Returns the hunks that the present text still contains, in text order. */
  hunksIn(now: readonly string[]): ReviewHunk[] {
    return this.regions(now)
      .filter(({ kind }) => kind === 'theirs' || kind === 'conflict')
      .map(region => ({
        before: region.theirs,
        after: region.base,
        now: region.ours,
        isEdited: region.kind === 'conflict',
      }));
  }

  /** Copies the agent's lines into the text before. */
  keep(hunk: ReviewHunk): ReviewText {
    const before = replace(this.before, hunk.before, linesOf(this.after, hunk.after));
    return new ReviewText(before, this.after, this.without(hunk, 'before'));
  }

  /** Restores the previous lines. For the present text, see `undoneIn`. */
  undo(hunk: ReviewHunk): ReviewText {
    const after = replace(this.after, hunk.after, linesOf(this.before, hunk.before));
    return new ReviewText(this.before, after, this.without(hunk, 'after'));
  }

  /** Returns the present text without this change; user edits to its lines are lost. */
  undoneIn(now: readonly string[], hunk: ReviewHunk): string[] {
    return replace(now, hunk.now, linesOf(this.before, hunk.before));
  }

  /**
   * Returns the present text without any of the changes. Lines that the user has changed as well
   * come from the text before. For display only.
   */
  originalOf(now: readonly string[]): string[] {
    const takeBefore = ({ theirs }: MergeRegion) => linesOf(this.before, theirs);
    const texts = { base: this.after, ours: now, theirs: this.before };
    return mergeLines(texts, takeBefore, this.reversed()) ?? [...this.before];
  }

  private regions(now: readonly string[]): MergeRegion[] {
    const texts = { base: this.after, ours: now, theirs: this.before };
    return mergeRegions(texts, this.reversed());
  }

  private reversed(): LineHunk[] {
    return this.hunks.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
      oldStart: newStart,
      oldEnd: newEnd,
      newStart: oldStart,
      newEnd: oldEnd,
    }));
  }

  /** Drops the settled hunks and shifts the later ones in the text that changed. */
  private without({ before, after }: ReviewHunk, side: 'before' | 'after'): LineHunk[] {
    const growth = after.end - after.start - (before.end - before.start);
    return this.hunks
      .filter(hunk => !isWithin(hunk, before, after))
      .map(hunk => {
        if (hunk.oldStart < before.end || hunk.newStart < after.end) {
          return hunk;
        }
        return side === 'before'
          ? { ...hunk, oldStart: hunk.oldStart + growth, oldEnd: hunk.oldEnd + growth }
          : { ...hunk, newStart: hunk.newStart - growth, newEnd: hunk.newEnd - growth };
      });
  }
}

/**
 * Whether a hunk lies within the ranges. Hunks are at least one line apart in both texts, so that
 * they never overlap partially.
 */
function isWithin(
  { oldStart, oldEnd, newStart, newEnd }: LineHunk,
  before: ReviewHunk['before'],
  after: ReviewHunk['after'],
): boolean {
  return (
    oldStart >= before.start &&
    oldEnd <= before.end &&
    newStart >= after.start &&
    newEnd <= after.end
  );
}

function replace(
  text: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
  lines: readonly string[],
): string[] {
  return withLineEnds([...text.slice(0, start), ...lines, ...text.slice(end)], text);
}
