import { oneSpaced } from './neutral';

/** Writes text as inline code that its content cannot end. */
export function codeSpan(text: string): string {
  const line = oneSpaced(text);
  const runs = line.match(/`+/g) ?? [];
  const ticks = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length), 0) + 1);
  // Markdown takes away one space on either side; only backticks at the ends need them.
  const gap = /^`|`$/.test(line) ? ' ' : '';
  return line === '' ? '' : `${ticks}${gap}${line}${gap}${ticks}`;
}
