import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/base/plural';
import { type ScriptPart, scriptParts } from './mixedScripts';

/** Visible text, or a mark that names an invisible part. */
export type Piece = ScriptPart | { readonly mark: string; readonly title: string };

/** Names of characters, looked up once the texts of the display language are there. */
const known = new Map<string, () => string>([
  ['\u00a0', () => l10n.t('no-break space')],
  ['\u00ad', () => l10n.t('soft hyphen')],
  ['\u061c', () => l10n.t('Arabic letter mark')],
  ['\u180e', () => l10n.t('Mongolian vowel separator')],
  ['\u200b', () => l10n.t('zero-width space')],
  ['\u200c', () => l10n.t('zero-width non-joiner')],
  ['\u200d', () => l10n.t('zero-width joiner')],
  ['\u200e', () => l10n.t('left-to-right mark')],
  ['\u200f', () => l10n.t('right-to-left mark')],
  ['\u2028', () => l10n.t('line separator')],
  ['\u2029', () => l10n.t('paragraph separator')],
  ['\u202a', () => l10n.t('left-to-right embedding')],
  ['\u202b', () => l10n.t('right-to-left embedding')],
  ['\u202c', () => l10n.t('pop directional formatting')],
  ['\u202d', () => l10n.t('left-to-right override')],
  ['\u202e', () => l10n.t('right-to-left override')],
  ['\u2060', () => l10n.t('word joiner')],
  ['\u2066', () => l10n.t('left-to-right isolate')],
  ['\u2067', () => l10n.t('right-to-left isolate')],
  ['\u2068', () => l10n.t('first strong isolate')],
  ['\u2069', () => l10n.t('pop directional isolate')],
  ['\u3000', () => l10n.t('ideographic space')],
  ['\u3164', () => l10n.t('Hangul filler')],
  ['\ufeff', () => l10n.t('byte order mark')],
  ['\u001b', () => l10n.t('escape')],
  ['\u0008', () => l10n.t('backspace')],
  ['\r', () => l10n.t('carriage return')],
]);

// Padding that pushes text out of view (long runs of blanks, tabs or empty lines), and characters
// without a shape: controls, format characters, odd spaces, tag characters, fillers, the empty
// Braille pattern, blank hieroglyphs and notes. No language stacks more than three marks on a letter. An emoji may be followed by
// the selector of its colors or joined to another one, which matches without a group: no mark.
const hidden =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})|(?<lines>\n(?:[ \t]*\n){3,})|(?<blanks>(?:[ \t]){12,})|(?<tabs>\t+)|(?<crlf>\r\n)|(?<char>[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u{13441}\u{13442}\u{16fe4}\u{1d159}])\k<char>*|(?<stack>\p{Mn}{4,})/gu;

/** Shapes that are ordinary in a file: columns, empty lines, ends of lines and wide spaces. */
const ordinaryInFiles: ReadonlySet<string> = new Set(['\n', '\u3000']);

/**
 * Splits a text that a user must judge, such as a command or a path. Padding and invisible
 * characters become marks; words of mixed scripts have a warning.
 */
export function escapedPieces(text: string): Piece[] {
  return markedPieces(text).flatMap((piece): readonly Piece[] =>
    'mark' in piece ? [piece] : scriptParts(piece.text),
  );
}

/** Returns the text with its marks, for the name of an element. */
export function spelledOut(text: string): string {
  return markedPieces(text)
    .map(piece => ('mark' in piece ? piece.mark : piece.text))
    .join('');
}

/** Splits a line of a file. Only invisible characters and changes of direction become marks. */
export function filePieces(line: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of line.matchAll(hidden)) {
    const { char, stack } = match.groups ?? {};
    const end = match.index + match[0].length;
    const isLineEnd = char === '\r' && end === line.length;
    if (
      (char === undefined && stack === undefined) ||
      isLineEnd ||
      ordinaryInFiles.has(`${char}`)
    ) {
      continue;
    }
    if (match.index > from) {
      pieces.push({ text: line.slice(from, match.index) });
    }
    pieces.push(
      ...(char === undefined
        ? [countMark(stackCount([...match[0]].length))]
        : characterMarks(char, match[0].length / char.length)),
    );
    from = end;
  }
  return from < line.length ? [...pieces, { text: line.slice(from) }] : pieces;
}

/** Returns whether a line of a file has a mark. */
export function hasHidden(line: string): boolean {
  return filePieces(line).some(piece => 'mark' in piece);
}

function markedPieces(text: string): Piece[] {
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
    const { lines, blanks, tabs, crlf, char, stack } = match.groups ?? {};
    const start = match.index;
    const end = start + match[0].length;
    if (char === '\n') {
      continue;
    }
    if (crlf !== undefined) {
      cut(start, end, { text: '\n' });
    } else if (lines !== undefined) {
      cut(start, start + 1, { text: '\n' });
      cut(start + 1, end, countMark(emptyLineCount(lines.split('\n').length - 2)));
      pieces.push({ text: '\n' });
    } else if (blanks !== undefined && atLineStart(text, start) && !blanks.includes('\t')) {
      // Deep indentation is ordinary in code; it becomes a mark only where it pads a line.
      cut(start, end, blanks.length > 24 ? countMark(spaceCount(blanks.length)) : { text: blanks });
    } else if (blanks !== undefined) {
      cut(
        start,
        end,
        countMark(blanks.includes('\t') ? blankCount(blanks.length) : spaceCount(blanks.length)),
      );
    } else if (tabs !== undefined) {
      cut(
        start,
        end,
        tabs.length > 2 && !atLineStart(text, start)
          ? countMark(tabCount(tabs.length))
          : { text: tabs },
      );
    } else if (char !== undefined) {
      for (const piece of characterMarks(char, (end - start) / char.length)) {
        cut(start, end, piece);
      }
    } else if (stack !== undefined) {
      cut(start, end, countMark(stackCount([...stack].length)));
    }
  }
  cut(text.length, text.length, undefined);
  return pieces;
}

/** Returns whether a text that a user must judge has a mark or a warning. */
export function hasInvisible(text: string): boolean {
  return escapedPieces(text).some(piece => 'mark' in piece || piece.warning !== undefined);
}

function atLineStart(text: string, index: number): boolean {
  return index === 0 || text[index - 1] === '\n';
}

function countMark(label: string): Piece {
  return { mark: label, title: label };
}

function emptyLineCount(count: number): string {
  return plural(count, {
    one: l10n.t('{0} empty line', count),
    other: l10n.t('{0} empty lines', count),
  });
}

function spaceCount(count: number): string {
  return plural(count, { one: l10n.t('{0} space', count), other: l10n.t('{0} spaces', count) });
}

function blankCount(count: number): string {
  return plural(count, { one: l10n.t('{0} blank', count), other: l10n.t('{0} blanks', count) });
}

function tabCount(count: number): string {
  return plural(count, { one: l10n.t('{0} tab', count), other: l10n.t('{0} tabs', count) });
}

function stackCount(count: number): string {
  return plural(count, {
    one: l10n.t('{0} combining mark', count),
    other: l10n.t('{0} combining marks', count),
  });
}

/** Returns a mark for each character, or one for many of them: marks push text out of view, too. */
function characterMarks(char: string, count: number): Piece[] {
  const code = codeOf(char);
  const title = characterTitle(char);
  return count > 3
    ? [{ mark: `${count} × ${code}`, title }]
    : Array.from({ length: count }, () => ({ mark: code, title }));
}

/** Returns the name and code of an invisible character. */
export function characterTitle(char: string): string {
  const name = known.get(char)?.() ?? l10n.t('invisible character');
  return `${name} (${codeOf(char)})`;
}

/** Returns a code such as "U+202E". */
function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
