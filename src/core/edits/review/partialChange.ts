import { findHunks } from '../text/hunks';
import type { LineHunk } from '../text/lineHunk';
import { type EndedText, ended, withoutLastEnd } from '../text/lines';
import { asLines, type Bytes, fromLines } from './contents';

/**
 * Applies to `content` those changes towards `changed` that touch pending lines, that is, where
 * `content` differs from `other`.
 */
export function onlyWithin(content: Bytes, changed: Bytes, other: Bytes): Bytes {
  const view = asLines([content, changed, other]);
  const [from, to, pending] = ended(view?.texts ?? []);
  if (!view || !from || !to || !pending) {
    return changed;
  }
  const waiting = findHunks(from.lines, pending.lines);
  const lines = partly(from, to, {
    isWanted: hunk => waiting.some(one => touches(hunk, one)),
    wantsEnd: changesEnd(view.texts[0], view.texts[2]),
  });
  return fromLines(lines, view.encoding);
}

/**
 * Applies to `before` those changes towards `after` in which calls took part.
 * @param without content after all changes but those of the calls
 * @returns `undefined` if a content is not text
 */
export function takenOver(before: Bytes, after: Bytes, without: Bytes): Bytes {
  const view = asLines([before, after, without]);
  const [from, to, others] = ended(view?.texts ?? []);
  if (!view || !from || !to || !others) {
    return undefined;
  }
  const own = findHunks(to.lines, others.lines);
  const lines = partly(from, to, {
    isWanted: hunk => own.some(one => touches(one, reversed(hunk))),
    wantsEnd: changesEnd(view.texts[1], view.texts[2]),
  });
  return fromLines(lines, view.encoding);
}

/**
 * Applies some of the changes towards another text. Hunks are found as if each last line were ended:
 * a line end alone would else join a last line with lines after it, which others have changed.
 * @param wantsEnd whether the line end of a last line that stays is taken over
 */
function partly(
  from: EndedText,
  to: EndedText,
  part: { isWanted(hunk: LineHunk): boolean; readonly wantsEnd: boolean },
): string[] {
  const hunks = findHunks(from.lines, to.lines);
  const wanted = hunks.filter(part.isWanted);
  const lines = applied(from.lines, to.lines, wanted);
  const last = hunks.findLast(({ oldEnd }) => oldEnd === from.lines.length);
  return isCutAfter(last) ? withoutLastEnd(lines) : lines;

  function isCutAfter(atEnd: LineHunk | undefined): boolean {
    if (!atEnd) {
      return (part.wantsEnd ? to : from).isCut;
    }
    if (wanted.includes(atEnd)) {
      return to.isCut;
    }
    // Lines that are left out follow the last line in the other text, so that it is ended there.
    const isFollowed = atEnd.oldStart === atEnd.oldEnd;
    return from.isCut && !(part.wantsEnd && isFollowed);
  }
}

/** Whether the last line, or its line end alone, differs in another text. */
function changesEnd(lines: readonly string[] = [], others: readonly string[] = []): boolean {
  return findHunks(lines, others).at(-1)?.oldEnd === lines.length;
}

/** Whether both hunks share lines of their old text; an empty range also touches at line ends. */
function touches(a: LineHunk, b: LineHunk): boolean {
  const isPoint = a.oldStart === a.oldEnd || b.oldStart === b.oldEnd;
  return isPoint
    ? a.oldStart <= b.oldEnd && b.oldStart <= a.oldEnd
    : a.oldStart < b.oldEnd && b.oldStart < a.oldEnd;
}

function reversed({ oldStart, oldEnd, newStart, newEnd }: LineHunk): LineHunk {
  return { oldStart: newStart, oldEnd: newEnd, newStart: oldStart, newEnd: oldEnd };
}

function applied(
  older: readonly string[],
  newer: readonly string[],
  hunks: readonly LineHunk[],
): string[] {
  let at = 0;
  let lines: string[] = [];
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    // Not pushed as arguments: there may be more lines than a call accepts.
    lines = lines.concat(older.slice(at, oldStart), newer.slice(newStart, newEnd));
    at = oldEnd;
  }
  return lines.concat(older.slice(at));
}
