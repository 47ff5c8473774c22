import type { FileView } from '../../core/edits/review/fileView';
import type { ReviewHunk } from '../../core/edits/review/reviewText';

/** A change in a file, with the file. */
export interface PlacedHunk {
  readonly view: FileView;
  readonly hunk: ReviewHunk;
}

interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Finds the change at a line from 0, or next to it where lines were only removed. */
export function hunkAtLine(
  views: readonly FileView[],
  line: number,
  side: 'before' | 'now',
): PlacedHunk | undefined {
  return placed(views).find(({ hunk, shownBefore }) => {
    const { start, end } = side === 'now' ? hunk.now : shownBefore;
    return start === end ? line === start || line === start - 1 : line >= start && line < end;
  });
}

/** Finds the change that begins at these lines of the present and the previous text. */
export function hunkAt(
  views: readonly FileView[],
  channel: string,
  start: number,
  startBefore: number,
): PlacedHunk | undefined {
  return placed(views).find(
    ({ view, hunk }) =>
      view.channel.record.channelId === channel &&
      hunk.now.start === start &&
      hunk.before.start === startBefore,
  );
}

/** Finds the same change in the present file, wherever decisions and typing have moved it. */
export function presentHunk(
  views: readonly FileView[],
  { view, hunk }: PlacedHunk,
): PlacedHunk | undefined {
  const wanted = linesOfHunk({ view, hunk });
  const distance = (one: PlacedHunk) => Math.abs(one.hunk.now.start - hunk.now.start);
  return placed(views)
    .filter(one => one.view.channel === view.channel && linesOfHunk(one) === wanted)
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** Finds the change at these lines, from 1, of VS Code's own comparison; `last` is 0 if empty. */
export function hunkWithin(
  views: readonly FileView[],
  first: number,
  last: number,
): PlacedHunk | undefined {
  const [start, end] = last === 0 ? [first, first] : [first - 1, last];
  return placed(views).find(({ hunk: { now } }) => now.start <= end && start <= now.end);
}

/**
 * Finds the next or previous change: first in this file, then in the others, at last in this one.
 * @param line cursor in the file, from 0
 * @param side text in which the cursor is: the present one, or the one without the changes
 */
export function hunkBeside(
  views: readonly FileView[],
  path: string | undefined,
  line: number,
  step: 1 | -1,
  side: 'before' | 'now' = 'now',
): PlacedHunk | undefined {
  // A change is where it is shown. Otherwise removed lines, shown above, would be next for ever.
  const lineOf = ({ hunk, shownBefore }: ShownHunk) =>
    lineOfRange(side === 'now' ? hunk.now : shownBefore);
  const here = placed(views.filter(({ review }) => review.path === path));
  const ahead =
    step === 1 ? here.find(one => lineOf(one) > line) : here.findLast(one => lineOf(one) < line);
  return ahead ?? besides(views, path, step);
}

/** Finds the change to show after a decision about one: the next of the file, or its first. */
export function hunkAfter(
  views: readonly FileView[],
  { hunk }: PlacedHunk,
): PlacedHunk | undefined {
  const left = placed(views);
  return left.find(one => one.hunk.now.start >= hunk.now.start) ?? left[0];
}

/** Returns the line from 0 at which a change is shown; removed lines are shown above it. */
export function lineOfHunk({ now }: ReviewHunk): number {
  return lineOfRange(now);
}

function lineOfRange({ start, end }: LineRange): number {
  return Math.max(0, start === end ? start - 1 : start);
}

/** Serializes the agent's lines before and after; identifies a change across decisions. */
export function linesOfHunk({ view, hunk }: PlacedHunk): string {
  const { before, after } = view.lines?.text ?? { before: [], after: [] };
  const lines = [
    before.slice(hunk.before.start, hunk.before.end),
    after.slice(hunk.after.start, hunk.after.end),
  ];
  return JSON.stringify(lines);
}

const wholeFile: ReviewHunk = {
  before: { start: 0, end: 0 },
  after: { start: 0, end: 0 },
  now: { start: 0, end: 0 },
  isEdited: false,
};

interface ShownHunk extends PlacedHunk {
  /** Range in the text without the changes. */
  readonly shownBefore: LineRange;
}

/** Sorts the changes of one file by line. */
function placed(views: readonly FileView[]): ShownHunk[] {
  const all = views
    .flatMap(view => view.hunks.map(hunk => ({ view, hunk })))
    .sort((a, b) => a.hunk.now.start - b.hunk.now.start);
  let shift = 0;
  return all.map(({ view, hunk }) => {
    const start = hunk.now.start + shift;
    const length = hunk.before.end - hunk.before.start;
    shift += length - (hunk.now.end - hunk.now.start);
    return { view, hunk, shownBefore: { start, end: start + length } };
  });
}

function besides(
  views: readonly FileView[],
  path: string | undefined,
  step: 1 | -1,
): PlacedHunk | undefined {
  const paths = [...new Set(views.map(({ review }) => review.path))];
  const all = paths.flatMap(one => changesOf(views.filter(({ review }) => review.path === one)));
  const order = step === 1 ? all : all.toReversed();
  const at = order.findLastIndex(({ view }) => view.review.path === path);
  const turned = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  return turned.find(({ view }) => view.review.path !== path) ?? order[0];
}

/** Returns the changes of one file, which is a change as a whole if it has no lines to compare. */
function changesOf(views: readonly FileView[]): readonly PlacedHunk[] {
  const hunks: readonly PlacedHunk[] = placed(views);
  return hunks.length > 0 ? hunks : views.slice(0, 1).map(view => ({ view, hunk: wholeFile }));
}
