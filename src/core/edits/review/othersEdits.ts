import { withLineEnds } from '../text/lines';
import { linesOf, mergeRegions, type ThreeTexts } from '../text/merge';
import { type Bytes, fromLines, sameBytes } from './contents';
import { asThreeTexts } from './mergeContents';

/** A file without and with the agent's pending changes. */
export interface ReviewedBytes {
  readonly before: Bytes;
  readonly after: Bytes;
}

/**
 * Carries over what somebody else has changed from `after` to `now`. Lines next to pending changes
 * go into both sides, so that no decision affects them. Lines of a pending change go into neither:
 * they stay a difference between the file and `after`, and undoing that change conflicts with them.
 */
export function withOthersEdits(review: ReviewedBytes, now: Bytes): ReviewedBytes {
  const { before, after } = review;
  if (sameBytes(before, now)) {
    return { before: now, after: now };
  }
  const view = asThreeTexts({ base: after, ours: now, theirs: before });
  if (!view) {
    return review;
  }
  const [beforeLines, afterLines] = carriedOver(view.texts);
  return {
    before: fromLines(beforeLines, view.encoding),
    after: fromLines(afterLines, view.encoding),
  };
}

function carriedOver(texts: ThreeTexts): [before: string[], after: string[]] {
  let before: string[] = [];
  let after: string[] = [];
  for (const { kind, base, ours, theirs } of mergeRegions(texts)) {
    const isPending = kind === 'theirs' || kind === 'conflict';
    const others = linesOf(texts.ours, ours);
    before = before.concat(isPending ? linesOf(texts.theirs, theirs) : others);
    after = after.concat(isPending ? linesOf(texts.base, base) : others);
  }
  const ended = (lines: readonly string[]) => withLineEnds(lines, texts.ours, texts.base);
  return [ended(before), ended(after)];
}
