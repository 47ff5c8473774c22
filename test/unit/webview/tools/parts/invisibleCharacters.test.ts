import { describe, expect, it } from 'vitest';
import {
  escapedPieces,
  hasInvisible,
} from '../../../../../webview/tools/parts/invisibleCharacters';

const marks = (text: string) =>
  escapedPieces(text).flatMap(piece => ('mark' in piece ? [piece.mark] : []));

describe('Text shown to the user for approval', () => {
  it('has a mark for each invisible character', () => {
    expect(marks('rm\u200b -rf \u202egpj.exe')).toEqual(['U+200B', 'U+202E']);
    expect(marks('a\u001b[8mb\rc')).toEqual(['U+001B', 'U+000D']);
    expect(marks('x\u{e0041}')).toEqual(['U+E0041']);
  });

  it('has a mark for padding that pushes text out of sight', () => {
    expect(marks(`ls${' '.repeat(300)}; rm -rf ~`)).toEqual(['300 spaces']);
    expect(marks(`ls${'\n'.repeat(60)}rm -rf ~`)).toEqual(['59 empty lines']);
    expect(marks(`ls\t\t\t\trm`)).toEqual(['4 tabs']);
  });

  it('is unchanged if it is ordinary', () => {
    const ordinary = 'if x:\n        return 1\n\n\techo "日本語 🎉"\r\n';
    expect(hasInvisible(ordinary)).toBe(false);
    expect(escapedPieces('npm test')).toEqual([{ text: 'npm test' }]);
  });

  it('loses nothing but the marked characters', () => {
    const text = `a${' '.repeat(40)}b\u200bc`;
    const kept = escapedPieces(text).map(piece =>
      'mark' in piece ? `[${piece.mark}]` : piece.text,
    );
    expect(kept.join('')).toBe('a[40 spaces]b[U+200B]c');
  });
});
