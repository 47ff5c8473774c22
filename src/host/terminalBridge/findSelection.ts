import type { SelectedText } from '../../terminalServer/editor/idePort';

/** Range of UTF-16 offsets in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the range to select.
 * @returns undefined if it is not in the text
 */
export function findSelection(text: string, select: SelectedText): Span | undefined {
  return 'startText' in select ? spanOfTexts(text, select) : spanOfLines(text, select);
}

type OfTexts = Extract<SelectedText, { startText: string }>;
type OfLines = Exclude<SelectedText, OfTexts>;

function spanOfTexts(text: string, { startText, endText, toEndOfLine }: OfTexts): Span | undefined {
  const start = text.indexOf(startText);
  if (start === -1) {
    return undefined;
  }
  const startEnd = start + startText.length;
  const found = endText ? text.indexOf(endText, startEnd) : -1;
  const end = endText && found !== -1 ? found + endText.length : startEnd;
  return { start, end: toEndOfLine ? endOfLine(text, end) : end };
}

function spanOfLines(text: string, { startLine, endLine = startLine }: OfLines): Span | undefined {
  const start = startOfLine(text, startLine);
  const last = startOfLine(text, Math.max(startLine, endLine));
  return start === undefined
    ? undefined
    : { start, end: last === undefined ? text.length : endOfLine(text, last) };
}

/** @param line 1-based */
function startOfLine(text: string, line: number): number | undefined {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const feed = text.indexOf('\n', at);
    if (feed === -1) {
      return undefined;
    }
    at = feed + 1;
  }
  return at;
}

function endOfLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const end = feed === -1 ? text.length : feed;
  return end > from && text[end - 1] === '\r' ? end - 1 : end;
}
