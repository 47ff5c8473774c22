/** Member of an object, or element of a list, by its place in a text. */
export interface JsonSpan {
  /** Name of a member, as it is written between its quotation marks; empty for elements. */
  readonly name: string;
  /** Characters of the value. */
  readonly from: number;
  readonly to: number;
  /** False if the text ends inside of it. */
  readonly isComplete: boolean;
}

const space = /[\s]*/y;
const [quote, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d];
/** As many messages as the API takes. More would only cost memory and time. */
const mostSpans = 100_000;
const plainEnd = /[,\]}\s]/g;
const longestName = 256;

/**
 * Finds the parts of a JSON object or list without reading them. Works with texts that break off and
 * with any nesting, where parsing gives nothing. Never throws; what is no JSON has no parts.
 * @param from place of the value, `to` behind it
 */
export function spansIn(text: string, from: number, to: number): JsonSpan[] {
  const open = text[from];
  if (open !== '{' && open !== '[') {
    return [];
  }
  const spans: JsonSpan[] = [];
  let at = behindSpace(text, from + 1);
  while (at < to && text[at] !== '}' && text[at] !== ']' && spans.length < mostSpans) {
    let name = '';
    if (open === '{') {
      const end = valueEnd(text, at, to);
      name = text.slice(at + 1, Math.min(end - 1, at + longestName));
      const colon = behindSpace(text, end);
      if (text[at] !== '"' || text[colon] !== ':') {
        return spans;
      }
      at = behindSpace(text, colon + 1);
    }
    const end = valueEnd(text, at, to);
    if (end <= at) {
      return spans;
    }
    const isComplete = end < to || isClosed(text, at, end);
    spans.push({ name, from: at, to: Math.min(end, to), isComplete });
    at = behindSpace(text, end);
    if (text[at] !== ',') {
      return spans;
    }
    at = behindSpace(text, at + 1);
  }
  return spans;
}

/** Returns the root of a text: its first object or list. */
export function rootOf(text: string): { readonly from: number; readonly to: number } {
  const from = behindSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
  return { from, to: valueEnd(text, from, text.length) };
}

function valueEnd(text: string, from: number, to: number): number {
  const first = text[from];
  if (first === '"') {
    return textEnd(text, from, to);
  }
  if (first !== '{' && first !== '[') {
    plainEnd.lastIndex = from;
    return Math.min(to, plainEnd.exec(text)?.index ?? to);
  }
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = textEnd(text, at, to) - 1;
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 0) {
        return at + 1;
      }
    }
  }
  return to;
}

/** Returns the place behind a text's closing quotation mark. */
function textEnd(text: string, from: number, to: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0 && end < to; ) {
    let slashes = 0;
    while (text[end - slashes - 1] === '\\') {
      slashes += 1;
    }
    if (slashes % 2 === 0) {
      return end + 1;
    }
    end = text.indexOf('"', end + 1);
  }
  return to;
}

/** Whether a value that reaches the end of the text has its own end there. */
function isClosed(text: string, from: number, to: number): boolean {
  try {
    JSON.parse(text.slice(from, to));
    return true;
  } catch {
    return false;
  }
}

function behindSpace(text: string, from: number): number {
  space.lastIndex = from;
  space.test(text);
  return space.lastIndex;
}
