import type { Hunk } from '../../contract/content';
import { lineChanges } from '../../protocol/lineChanges';

/** UTF-16 units of the difference that is reported to the agent. */
const longestPatch = 8_000;

/**
 * Describes the user's edits to a proposal for the agent, which would otherwise believe that its
 * own text is in the file.
 * @param label file or notebook cell
 */
export function changeFeedback(label: string, proposed: string, written: string): string {
  const { hunks } = lineChanges(proposed, written);
  const sentence = `The user edited your proposal for ${label} before allowing it.`;
  if (hunks === undefined) {
    return `${sentence} The difference is too long to be told: read the file before you go on.`;
  }
  if (hunks.length === 0) {
    return `${sentence} Only line ends or the byte order mark differ from what you proposed.`;
  }
  const patch = ['--- proposed', '+++ written', ...hunks.flatMap(patchLines)];
  return `${sentence} What was written differs from what you proposed:\n${bounded(patch)}`;
}

function patchLines({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string[] {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines];
}

function bounded(lines: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > longestPatch) {
      return [...kept, '(The rest of the difference is left out: read the file.)'].join('\n');
    }
    kept.push(line);
  }
  return kept.join('\n');
}
