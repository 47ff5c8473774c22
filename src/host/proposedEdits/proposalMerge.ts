import { toLines } from '../../core/edits/text/lines';
import { linesOf, mergeLines } from '../../core/edits/text/merge';

/** Labels of the conflict markers. */
export interface MarkerLabels {
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
}

export interface MergedTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Merged {
  /** Text with line feeds; markers around each conflict show all three texts. */
  readonly text: string;
  readonly hasConflicts: boolean;
}

/** Merges two changes to a text, ignoring differences in line ends. */
export function mergeTexts(texts: MergedTexts, labels: MarkerLabels): Merged {
  const base = linesFed(texts.base);
  const ours = linesFed(texts.ours);
  const theirs = linesFed(texts.theirs);
  let hasConflicts = false;
  const lines = mergeLines({ base, ours, theirs }, conflict => {
    hasConflicts = true;
    const marks = markers(labels);
    return [
      `${marks.ours}\n`,
      ...closed(linesOf(ours, conflict.ours)),
      `${marks.base}\n`,
      ...closed(linesOf(base, conflict.base)),
      `${separator}\n`,
      ...closed(linesOf(theirs, conflict.theirs)),
      `${marks.theirs}\n`,
    ];
  });
  return { text: (lines ?? []).join(''), hasConflicts };
}

/** Whether a marker of `mergeTexts` remains; lines that also occur in `texts` do not count. */
export function hasMarkers(
  text: string,
  labels: MarkerLabels,
  ...texts: readonly string[]
): boolean {
  const marks = new Set([separator, ...Object.values(markers(labels))]);
  const found = linesFed(text)
    .map(withoutEnd)
    .filter(line => marks.has(line));
  if (found.length === 0) {
    return false;
  }
  const own = new Set(texts.flatMap(one => linesFed(one).map(withoutEnd)));
  return found.some(line => !own.has(line));
}

const separator = '=======';

function markers({ ours, base, theirs }: MarkerLabels): MarkerLabels {
  return { ours: `<<<<<<< ${ours}`, base: `||||||| ${base}`, theirs: `>>>>>>> ${theirs}` };
}

function linesFed(text: string): string[] {
  return toLines(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);
}

/** Ends each line, because a marker needs its own line even after the last line of a file. */
function closed(lines: readonly string[]): string[] {
  return lines.map(line => (line.endsWith('\n') ? line : `${line}\n`));
}

function withoutEnd(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}
