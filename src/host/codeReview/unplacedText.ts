import { linesText, lineText } from '../nativeText/neutral';
import type { UnplacedFinding } from './findings';

/** Lists findings that have no lines to be shown at. */
export function unplacedText(findings: readonly UnplacedFinding[]): string {
  return findings
    .map(
      ({ file, title, reason }) => `${lineText(file)}: ${lineText(title)}\n${linesText(reason)}\n`,
    )
    .join('\n');
}
