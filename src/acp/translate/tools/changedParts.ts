import { lineChanges } from '../../../protocol/lineChanges';
import type { AcpDiff } from '../wire/toolCall';

/** UTF-16 units of both sides that are compared: a request is shown before the user's answer. */
const longestCompared = 4_000_000;

/** Replaced text, as a diff has it. */
interface ChangedPart {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * Returns what a diff replaces, without the lines that stay. Some agents send whole files, of which
 * a request would show each line as removed and added.
 * @returns the whole texts if they differ in line ends only, or too much
 */
export function changedParts({ oldText = '', newText }: AcpDiff): readonly ChangedPart[] {
  const whole = [{ oldText, newText }];
  if (oldText === '' || oldText.length + newText.length > longestCompared) {
    return whole;
  }
  const parts = lineChanges(oldText, newText).hunks?.flatMap(({ lines }) => runsOf(lines)) ?? [];
  return parts.length === 0 ? whole : parts;
}

/** Splits a hunk where a line stays. */
function runsOf(lines: readonly string[]): ChangedPart[] {
  const runs: { removed: string[]; added: string[] }[] = [];
  let run: (typeof runs)[number] | undefined;
  lines.forEach((line, index) => {
    if (line.startsWith(' ')) {
      run = undefined;
    } else if (!line.startsWith('\\')) {
      if (!run) {
        run = { removed: [], added: [] };
        runs.push(run);
      }
      // The next line says so if this one has no end.
      const end = lines[index + 1]?.startsWith('\\') ? '' : '\n';
      (line.startsWith('-') ? run.removed : run.added).push(line.slice(1) + end);
    }
  });
  return runs.map(({ removed, added }) => ({ oldText: removed.join(''), newText: added.join('') }));
}
