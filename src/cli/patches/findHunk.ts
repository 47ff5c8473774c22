import { UserError } from '../../base/errors';
import type { PatchHunk } from './filePatch';
import { type LineSearch, places } from './lineSearch';
import { nearestLines } from './nearestLines';

/** Lines of a file that a hunk replaces, 0-based, without the one at `end`. */
export interface HunkPlace {
  readonly start: number;
  readonly end: number;
}

interface Search {
  readonly path: string;
  /** 1-based, for errors. */
  readonly number: number;
  /** Line from which the hunk may begin, 0-based: hunks do not overlap. */
  readonly from: number;
  /** Lines by which earlier hunks were off their numbers. */
  readonly shift: number;
}

/** Places that an error lists. */
const mostPlaces = 10;

/**
 * Finds the place of a hunk.
 * @throws UserError `edit.stale` if there is none, or more than one; those of `LineSearch`
 */
export function findHunk(within: LineSearch, hunk: PatchHunk, search: Search): HunkPlace {
  const { lines } = within;
  const { path, number, from, shift } = search;
  const wanted = hunk.lines.filter(({ sign }) => sign !== '+').map(({ text }) => text);
  const start = hunk.anchors.reduce((at, anchor) => afterAnchor(within, anchor, at, search), from);
  if (wanted.length === 0) {
    return insertion(lines, hunk, start, shift);
  }
  const expected = hunk.line === undefined ? -1 : hunk.line - 1 + shift;
  if (expected >= start && !hunk.isAtEnd && within.fits(wanted, expected)) {
    // No other place is nearer.
    return { start: expected, end: expected + wanted.length };
  }
  const found = placesOf(within, wanted, start).filter(
    at => !hunk.isAtEnd || at + wanted.length === lines.length,
  );
  const [first, ...others] = found;
  if (first === undefined) {
    throw stale(
      path,
      `hunk ${number} does not fit. Its lines that must be there are not${start > 0 ? ` after line ${start}` : ''}:\n${quoted(wanted)}\n${nearestLines(lines, wanted)}`,
    );
  }
  const at = pick(found, hunk, shift);
  if (at === undefined) {
    const all = found.slice(0, mostPlaces).map(place => place + 1);
    const rest = others.length + 1 > mostPlaces ? ', …' : '';
    throw stale(
      path,
      `hunk ${number} fits at more than one place: lines ${all.join(', ')}${rest}. Add more unchanged lines around the change, or a line "@@ <a line that comes before>".`,
    );
  }
  return { start: at, end: at + wanted.length };
}

/** Takes the only place, the one after an anchor, or the nearest to the hunk's own number. */
function pick(
  found: readonly number[],
  { line, anchors }: PatchHunk,
  shift: number,
): number | undefined {
  if (line !== undefined) {
    const expected = line - 1 + shift;
    return [...found].sort((a, b) => Math.abs(a - expected) - Math.abs(b - expected))[0];
  }
  return found.length === 1 || anchors.length > 0 ? found[0] : undefined;
}

/** A hunk that only adds lines: after its anchor, at its number, or at the end. */
function insertion(
  lines: readonly string[],
  hunk: PatchHunk,
  start: number,
  shift: number,
): HunkPlace {
  const byNumber = hunk.line === undefined ? lines.length : Math.max(start, hunk.line - 1 + shift);
  const isAnchored = hunk.anchors.length > 0 && !hunk.isAtEnd;
  const at = isAnchored ? start : Math.min(byNumber, lines.length);
  return { start: at, end: at };
}

function afterAnchor(
  within: LineSearch,
  anchor: string,
  from: number,
  { path, number }: Search,
): number {
  const at = within.line(anchor, from);
  if (at === -1) {
    throw stale(
      path,
      `hunk ${number} does not fit: ${from > 0 ? `after line ${from}, ` : ''}no line is\n${quoted([anchor])}\n${nearestLines(within.lines, [anchor])}`,
    );
  }
  return at + 1;
}

/** Returns where the lines stand one after another, by the strictest way that finds any. */
function placesOf(within: LineSearch, wanted: readonly string[], from: number): readonly number[] {
  for (const form of places) {
    const found = within.runs(wanted, from, form);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

function stale(path: string, what: string): UserError {
  return new UserError(
    'edit.stale',
    `Nothing was written. The patch is not for ${path} as it is now: ${what}`,
  );
}

const mostQuoted = 12;

function quoted(lines: readonly string[]): string {
  const shown = lines.slice(0, mostQuoted).map(line => `  | ${line.slice(0, 200)}`);
  const left = lines.length - shown.length;
  return [...shown, ...(left > 0 ? [`  (${left} more)`] : [])].join('\n');
}
