import hljs from 'highlight.js/lib/core';
import { grammars } from './grammars';
import type { Language } from './languages';
import { LineEmitter, type Piece } from './lineEmitter';

export type HighlightedLine = readonly Piece[];

/** Characters per segment: about 1 ms of work on a slow machine. */
const segmentLength = 2500;
const longestSegment = 40_000;
/** Longest highlighted line: minified code is the worst case for regexes, and nobody reads it. */
const longestLine = 5000;

const engine = hljs.newInstance();
engine.configure({ __emitter: LineEmitter });

/**
 * Highlights code in steps of about a millisecond; each yields the next lines. highlight.js cannot
 * resume, so a step ends at a line that begins outside any comment, string or other scope. If there
 * is none, the step grows.
 */
export function* highlightLines(
  lines: readonly string[],
  language: Language,
): Generator<readonly HighlightedLine[], void> {
  if (engine.getLanguage(language) === undefined) {
    engine.registerLanguage(language, grammars[language]);
    // Compiling a grammar takes a step of its own.
    engine.highlight('', { language });
    yield [];
  }
  let start = 0;
  let limit = segmentLength;
  while (start < lines.length) {
    const end = segmentEnd(lines, start, limit);
    const isLast = end === lines.length;
    const { found, fresh } = highlightSegment(lines.slice(start, end), language);
    const stop = isLast || limit >= longestSegment ? end - start : lastBreak(lines, start, fresh);
    if (stop === undefined) {
      limit *= 2;
      continue;
    }
    yield found.slice(0, stop);
    start += stop;
    limit = segmentLength;
  }
}

function segmentEnd(lines: readonly string[], start: number, limit: number): number {
  let end = start;
  for (let length = 0; end < lines.length && length < limit; end += 1) {
    length += (lines[end]?.length ?? 0) + 1;
  }
  return end;
}

function highlightSegment(
  lines: readonly string[],
  language: Language,
): { readonly found: readonly HighlightedLine[]; readonly fresh: readonly number[] } {
  if (lines.some(line => line.length > longestLine)) {
    return { found: lines.map(line => [[line, '']]), fresh: [lines.length - 1] };
  }
  const { _emitter, errorRaised } = engine.highlight(lines.join('\n'), {
    language,
    ignoreIllegals: true,
  });
  if (errorRaised !== undefined || !(_emitter instanceof LineEmitter)) {
    return { found: lines.map(line => [[line, '']]), fresh: [lines.length - 1] };
  }
  return { found: _emitter.lines, fresh: _emitter.fresh };
}

/** Finds the last line at which highlighting can restart, preferably one without indentation. */
function lastBreak(
  lines: readonly string[],
  start: number,
  fresh: readonly number[],
): number | undefined {
  const flush = fresh.findLast(index => /^[^\s})\]]/.test(lines[start + index] ?? ''));
  const found = flush ?? fresh[fresh.length - 1];
  return found === 0 ? undefined : found;
}
