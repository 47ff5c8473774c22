import type { TextEncoding } from '../text/fileText';
import { linesOf, mergeLines, type ThreeTexts } from '../text/merge';
import { asLines, type Bytes, fromLines, sameBytes } from './contents';

/** Contents of one file: the common base and both sides. */
export interface ThreeContents {
  readonly base: Bytes;
  readonly ours: Bytes;
  readonly theirs: Bytes;
}

export type Merged =
  | { readonly kind: 'clean'; readonly bytes: Bytes }
  | { readonly kind: 'conflict' };

/** Applies the change from `base` to `theirs` to a file whose content is `ours`. */
export function mergeContents(contents: ThreeContents): Merged {
  const { base, ours, theirs } = contents;
  if (sameBytes(base, ours) || sameBytes(ours, theirs)) {
    return { kind: 'clean', bytes: theirs };
  }
  if (sameBytes(base, theirs)) {
    return { kind: 'clean', bytes: ours };
  }
  const view = asThreeTexts(contents);
  const merged = view && mergeLines(view.texts);
  return merged ? { kind: 'clean', bytes: fromLines(merged, view.encoding) } : { kind: 'conflict' };
}

/** Merges; in a conflict, our lines win. Returns `ours` unchanged if the contents are not text. */
export function mergeTakingOurs(contents: ThreeContents): Bytes {
  const merged = mergeContents(contents);
  if (merged.kind === 'clean') {
    return merged.bytes;
  }
  const view = asThreeTexts(contents);
  const lines = view && mergeLines(view.texts, ({ ours }) => linesOf(view.texts.ours, ours));
  return lines ? fromLines(lines, view.encoding) : contents.ours;
}

export function asThreeTexts({
  base,
  ours,
  theirs,
}: ThreeContents): { readonly texts: ThreeTexts; readonly encoding: TextEncoding } | undefined {
  const view = asLines([base, ours, theirs]);
  const [baseLines, ourLines, theirLines] = view?.texts ?? [];
  return view && baseLines && ourLines && theirLines
    ? { texts: { base: baseLines, ours: ourLines, theirs: theirLines }, encoding: view.encoding }
    : undefined;
}
