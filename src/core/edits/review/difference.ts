import type { TextEncoding } from '../text/fileText';
import type { LineHunk } from '../text/lineHunk';
import { asLines, type Bytes, sameBytes } from './contents';
import { type ReviewHunk, ReviewText } from './reviewText';

/** Says how a file with changes that wait is different, as plain data. */
export interface Difference {
  readonly kind: 'created' | 'updated' | 'deleted';
  /** Empty when the file can only be decided on as a whole. */
  readonly hunks: readonly ReviewHunk[];
  readonly added: number;
  readonly removed: number;
  /** Absent if the file was created or deleted, or is not text. */
  readonly text?: DifferentText;
}

interface DifferentText {
  readonly encoding: TextEncoding;
  /** Between the texts before and after. */
  readonly changes: readonly LineHunk[];
}

/** Lines of the texts that a difference is between. */
export interface ComparedLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly now: readonly string[];
}

/**
 * Finds where changes that wait are in a file.
 * @param textOf returns how the two texts differ
 * @returns `undefined` when no change is left in the file: the user has undone them by hand
 */
export function findDifference(
  before: Bytes,
  after: Bytes,
  now: Bytes,
  textOf: (lines: ComparedLines, encoding: TextEncoding) => ReviewText = ({ before, after }) =>
    new ReviewText(before, after),
): Difference | undefined {
  const kind = !before ? 'created' : after ? 'updated' : 'deleted';
  // A file that the user has deleted or recreated belongs to the user.
  if ((now !== undefined) !== (after !== undefined) || sameBytes(before, now)) {
    return undefined;
  }
  const view = linesOf(before, after, now);
  if (!view) {
    return { kind, hunks: [], added: 0, removed: 0 };
  }
  const { lines, encoding } = view;
  if (kind !== 'updated') {
    return { kind, hunks: [], added: lines.now.length, removed: lines.before.length };
  }
  const text = textOf(lines, encoding);
  const hunks = text.hunksIn(lines.now);
  return hunks.length === 0
    ? undefined
    : {
        kind,
        hunks,
        added: hunks.reduce((sum, hunk) => sum + hunk.now.end - hunk.now.start, 0),
        removed: hunks.reduce((sum, hunk) => sum + hunk.before.end - hunk.before.start, 0),
        text: { encoding, changes: text.hunks },
      };
}

/** Splits three contents into lines; `undefined` if they cannot be compared by lines. */
export function linesOf(
  before: Bytes,
  after: Bytes,
  now: Bytes,
): { readonly lines: ComparedLines; readonly encoding: TextEncoding } | undefined {
  const view = asLines([before, after, now].map(bytes => bytes ?? new Uint8Array()));
  const [beforeLines, afterLines, nowLines] = view?.texts ?? [];
  return view && beforeLines && afterLines && nowLines
    ? {
        lines: { before: beforeLines, after: afterLines, now: nowLines },
        encoding: view.encoding,
      }
    : undefined;
}
