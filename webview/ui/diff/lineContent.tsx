import type { ComponentChild } from 'preact';
import type { HighlightedLine } from '../highlight/highlightLines';
import type { Mark } from './diffRows';

/** Renders a line with its highlighting and change marks. */
export function lineContent(
  text: string,
  colors: HighlightedLine | undefined,
  marks: readonly Mark[],
  markClass: string,
): ComponentChild {
  const pieces = colors ?? [[text, ''] as const];
  const edges = marks.flat();
  const result: ComponentChild[] = [];
  let at = 0;
  for (const [piece, name] of pieces) {
    const end = at + piece.length;
    const cuts = [at, ...edges.filter(edge => edge > at && edge < end), end];
    for (let index = 0; index + 1 < cuts.length; index += 1) {
      const from = cuts[index] ?? end;
      const part = text.slice(from, cuts[index + 1]);
      const marked = marks.some(([start, stop]) => start <= from && from < stop);
      const classes = [name, marked ? markClass : ''].filter(Boolean).join(' ');
      result.push(classes === '' ? part : <span class={classes}>{part}</span>);
    }
    at = end;
  }
  return result;
}
