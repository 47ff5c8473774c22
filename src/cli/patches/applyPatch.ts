import type { FilePatch, PatchHunk } from './filePatch';
import { findHunk, type HunkPlace } from './findHunk';
import { prevailingLineEnding } from './lineEndings';
import { LineSearch } from './lineSearch';

const byteOrderMark = '\uFEFF';

/**
 * Applies a patch. Lines that it does not change keep their line ends and their spaces.
 * @param current content of the file; undefined if there is none
 * @throws UserError `edit.stale` with the hunk that does not fit, and the lines that are most like it;
 *   `edit.badPatch` if both are too large
 */
export function applyPatch({ path, hunks }: FilePatch, current: string | undefined): string {
  const text = current ?? '';
  const hasMark = text.startsWith(byteOrderMark);
  const end = prevailingLineEnding(text) === '\r\n' ? '\r' : '';
  const { lines, isBare } = linesOf(hasMark ? text.slice(1) : text, end);
  const search = new LineSearch(lines);
  // Joined at the end: files have more lines than a call may have arguments.
  const result: (readonly string[])[] = [];
  let at = 0;
  let shift = 0;
  for (const [index, hunk] of hunks.entries()) {
    const place = findHunk(search, hunk, { path, number: index + 1, from: at, shift });
    result.push(lines.slice(at, place.start), newLines(lines, hunk, place, end));
    at = place.end;
    shift = hunk.line === undefined ? shift : place.start + 1 - hunk.line;
  }
  const endsBare = (at === lines.length ? hunks.at(-1)?.endsBare : undefined) ?? isBare;
  result.push(lines.slice(at));
  return `${hasMark ? byteOrderMark : ''}${joined(result.flat(), end, endsBare)}`;
}

interface FileLines {
  /** Without line feeds; all with the return of a Windows line end, if the file has those. */
  readonly lines: readonly string[];
  /** Whether the last line has no line end. */
  readonly isBare: boolean;
}

function linesOf(text: string, end: string): FileLines {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return last === ''
    ? { lines, isBare: false }
    : { lines: [...lines, `${last}${end}`], isBare: true };
}

function joined(lines: readonly string[], end: string, isBare: boolean): string {
  const text = lines.join('\n');
  if (lines.length === 0) {
    return '';
  }
  return isBare ? text.slice(0, text.length - (text.endsWith(end) ? end.length : 0)) : `${text}\n`;
}

/** Returns the lines after the change: kept ones as the file has them, added ones with its ending. */
function newLines(
  lines: readonly string[],
  hunk: PatchHunk,
  { start }: HunkPlace,
  end: string,
): string[] {
  let at = start;
  return hunk.lines.flatMap(({ sign, text }) => {
    if (sign === '+') {
      return [`${text}${end}`];
    }
    const line = lines[at];
    at += 1;
    return sign === ' ' && line !== undefined ? [line] : [];
  });
}
