import { withoutEnd } from '../../../base/withoutEnd';
import { withLineEnds } from '../text/lines';
import { linesOf, mergeRegions, type ThreeTexts } from '../text/merge';
import { asLines, type Bytes, fromLines, sameBytes } from './contents';
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

/**
 * Removes others' lines that came into a review with a step in which they only changed their place.
 * A comparison of lines that repeat may take a line for moved that nobody has touched; in a review,
 * others' line would then go with the next undo.
 * @param moved `content` with the step applied
 * @param step the file before and after the step, with others' lines
 */
export function withoutOthersLines(
  moved: Bytes,
  content: Bytes,
  step: { readonly from: Bytes; readonly to: Bytes },
): Bytes {
  const view = asLines([moved, content, step.from, step.to]);
  const [lines, own, from, to] =
    view?.texts.map(text => text.map(line => withoutEnd(line, '\r\n'))) ?? [];
  if (!view || !lines || !own || !from || !to) {
    return moved;
  }
  const known = new Set(own);
  const [were, are, got] = [counted(from), counted(to), counted(lines)];
  const excess = new Map<string, number>();
  for (const [line, times] of were) {
    if (!known.has(line)) {
      const added = Math.max(0, (are.get(line) ?? 0) - times);
      excess.set(line, (got.get(line) ?? 0) - added);
    }
  }
  const kept = (view.texts[0] ?? []).filter((_, at) => {
    const left = excess.get(lines[at] ?? '') ?? 0;
    if (left > 0) excess.set(lines[at] ?? '', left - 1);
    return left <= 0;
  });
  return kept.length === lines.length ? moved : fromLines(kept, view.encoding);
}

function counted(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}
