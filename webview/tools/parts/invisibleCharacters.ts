/** Visible text, or a mark that names an invisible part. */
export type Piece = { readonly text: string } | { readonly mark: string; readonly title: string };

const known = new Map<string, string>([
  ['\u00a0', 'no-break space'],
  ['\u00ad', 'soft hyphen'],
  ['\u061c', 'Arabic letter mark'],
  ['\u180e', 'Mongolian vowel separator'],
  ['\u200b', 'zero-width space'],
  ['\u200c', 'zero-width non-joiner'],
  ['\u200d', 'zero-width joiner'],
  ['\u200e', 'left-to-right mark'],
  ['\u200f', 'right-to-left mark'],
  ['\u2028', 'line separator'],
  ['\u2029', 'paragraph separator'],
  ['\u202a', 'left-to-right embedding'],
  ['\u202b', 'right-to-left embedding'],
  ['\u202c', 'pop directional formatting'],
  ['\u202d', 'left-to-right override'],
  ['\u202e', 'right-to-left override'],
  ['\u2060', 'word joiner'],
  ['\u2066', 'left-to-right isolate'],
  ['\u2067', 'right-to-left isolate'],
  ['\u2068', 'first strong isolate'],
  ['\u2069', 'pop directional isolate'],
  ['\u3000', 'ideographic space'],
  ['\u3164', 'Hangul filler'],
  ['\ufeff', 'byte order mark'],
  ['\u001b', 'escape'],
  ['\u0008', 'backspace'],
  ['\r', 'carriage return'],
]);

// Padding that pushes text out of view (long runs of blanks, tabs or empty lines), and characters
// without a shape: controls, format characters, odd spaces, tag characters, fillers.
const hidden =
  /(?<lines>\n(?:[ \t]*\n){3,})|(?<blanks>(?:[ \t]){12,})|(?<tabs>\t+)|(?<crlf>\r\n)|(?<char>[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u3000\u3164\uffa0\u{e0000}-\u{e0fff}])/gu;

/**
 * Splits a text that a user must judge, such as a command or a path. Padding and invisible
 * characters become marks.
 */
export function escapedPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const cut = (start: number, end: number, piece: Piece | undefined) => {
    if (start > from) {
      pieces.push({ text: text.slice(from, start) });
    }
    if (piece) {
      pieces.push(piece);
    }
    from = end;
  };
  for (const match of text.matchAll(hidden)) {
    const { lines, blanks, tabs, crlf, char } = match.groups ?? {};
    const start = match.index;
    const end = start + match[0].length;
    if (char === '\n') {
      continue;
    }
    if (crlf !== undefined) {
      cut(start, end, { text: '\n' });
    } else if (lines !== undefined) {
      cut(start, start + 1, { text: '\n' });
      cut(start + 1, end, countMark(lines.split('\n').length - 2, 'empty line'));
      pieces.push({ text: '\n' });
    } else if (blanks !== undefined && atLineStart(text, start) && !blanks.includes('\t')) {
      // Deep indentation is ordinary in code; it becomes a mark only where it pads a line.
      cut(start, end, blanks.length > 24 ? countMark(blanks.length, 'space') : { text: blanks });
    } else if (blanks !== undefined) {
      cut(start, end, countMark(blanks.length, blanks.includes('\t') ? 'blank' : 'space'));
    } else if (tabs !== undefined) {
      cut(
        start,
        end,
        tabs.length > 2 && !atLineStart(text, start)
          ? countMark(tabs.length, 'tab')
          : { text: tabs },
      );
    } else if (char !== undefined) {
      cut(start, end, characterMark(char));
    }
  }
  cut(text.length, text.length, undefined);
  return pieces;
}

export function hasInvisible(text: string): boolean {
  return escapedPieces(text).some(piece => 'mark' in piece);
}

function atLineStart(text: string, index: number): boolean {
  return index === 0 || text[index - 1] === '\n';
}

function countMark(count: number, what: string): Piece {
  const label = `${count} ${what}${count === 1 ? '' : 's'}`;
  return { mark: label, title: label };
}

function characterMark(char: string): Piece {
  const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const name = known.get(char) ?? 'invisible character';
  return { mark: code, title: `${name} (${code})` };
}
