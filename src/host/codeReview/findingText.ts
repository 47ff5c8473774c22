import type { Finding } from './findings';
import type { Lines } from './movedLines';

/** Text of a finding for an agent, in English. */
export function findingText(
  { file, severity, title, reason, suggestion }: Finding,
  { start, end }: Lines,
): string {
  const lines = start === end ? `line ${start + 1}` : `lines ${start + 1}-${end + 1}`;
  return [
    `Finding of a review (${severity}): ${title}`,
    `${file}, ${lines}`,
    reason,
    ...(suggestion === undefined
      ? []
      : [suggestion === '' ? 'Suggestion: remove these lines.' : `Suggestion:\n${suggestion}`]),
  ]
    .filter(part => part !== '')
    .join('\n\n');
}
