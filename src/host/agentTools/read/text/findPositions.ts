/** Query for a place in a text; lines and characters are 1-based. */
export interface PositionQuery {
  readonly symbol?: string | undefined;
  readonly text?: string | undefined;
  readonly line?: number | undefined;
  readonly character?: number | undefined;
}

/** Place in a text: 0-based, in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

const identifier = /[\p{L}\p{N}_$]/u;

/** Finds all places of a name in a text, as a whole word: `use` is not found in `useDraft`. */
export function positionsOfName(lines: readonly string[], name: string): TextPosition[] {
  const found: TextPosition[] = [];
  if (name === '') {
    return found;
  }
  const bindsLeft = identifier.test(name.charAt(0));
  const bindsRight = identifier.test(name.charAt(name.length - 1));
  for (const [line, text] of lines.entries()) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const before = text.charAt(at - 1);
      const after = text.charAt(at + name.length);
      const isWhole =
        !(bindsLeft && at > 0 && identifier.test(before)) &&
        !(bindsRight && after !== '' && identifier.test(after));
      if (isWhole) {
        found.push({ line, character: at });
      }
    }
  }
  return found;
}

/**
 * Finds the places that a query may refer to, in text order. With `symbol` or `text`, `line` is a
 * hint: only the closest places are kept.
 */
export function findPositions(lines: readonly string[], query: PositionQuery): TextPosition[] {
  const { symbol, text, line, character } = query;
  if (text !== undefined) {
    const within = linesWith(lines, text);
    const starts = within.flatMap(at => startIn(lines, at, text, symbol));
    return line === undefined ? starts : closest(starts, line - 1);
  }
  if (symbol !== undefined) {
    const places = positionsOfName(lines, symbol);
    return line === undefined ? places : closest(places, line - 1);
  }
  if (line === undefined || line > lines.length) {
    return [];
  }
  const shown = lines[line - 1] ?? '';
  const first = Math.max(0, shown.search(/\S/));
  return [{ line: line - 1, character: Math.min((character ?? first + 1) - 1, shown.length) }];
}

/** Finds lines that contain the text; a multi-line text is found by its first non-blank line. */
function linesWith(lines: readonly string[], text: string): number[] {
  const wanted = firstLine(text);
  return lines.flatMap((one, at) => (wanted !== '' && one.includes(wanted) ? [at] : []));
}

function startIn(
  lines: readonly string[],
  line: number,
  text: string,
  symbol: string | undefined,
): TextPosition[] {
  const whole = lines[line] ?? '';
  if (symbol !== undefined) {
    const [place] = positionsOfName([whole], symbol);
    return place ? [{ line, character: place.character }] : [];
  }
  const start = whole.indexOf(firstLine(text));
  const name = [...whole.slice(start).matchAll(/[\p{L}\p{N}_$]+/gu)].find(
    ([word]) => !keywords.has(word),
  );
  return [{ line, character: start + (name?.index ?? 0) }];
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .map(line => line.trim())
      .find(line => line !== '') ?? ''
  );
}

function closest(places: readonly TextPosition[], line: number): TextPosition[] {
  const distances = places.map(place => Math.abs(place.line - line));
  const least = Math.min(...distances);
  const nearest = places.filter((_, index) => distances[index] === least);
  // A name that occurs twice in one line usually means the same thing.
  const isOneLine = nearest.every(place => place.line === nearest[0]?.line);
  return isOneLine ? nearest.slice(0, 1) : nearest;
}

/** Keywords of various languages that may precede the name that a line declares. */
const keywords: ReadonlySet<string> = new Set(
  [
    'abstract async class const declare def default enum export extends final fn for from func',
    'function get if import impl interface internal let local mod module namespace new package',
    'private protected pub public readonly record return set static struct super trait type val var',
    'void while',
  ].flatMap(line => line.split(' ')),
);
