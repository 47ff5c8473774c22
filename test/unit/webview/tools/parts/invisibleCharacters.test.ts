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

  it('has a mark for each character that is drawn as nothing', () => {
    const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const char = String.fromCodePoint(code);
      if (ignorable.test(char) && marks(`a${char}b`).length !== 1) {
        missed.push(code.toString(16));
      }
    }
    expect(missed).toEqual([]);
    expect(marks('a\u2800b\u034fc\ufe0fd')).toEqual(['U+2800', 'U+034F', 'U+FE0F']);
  });

  it('has no mark for the selector of an emoji, unless it is repeated', () => {
    expect(marks('git commit -m "\u26a0\ufe0f fix"')).toEqual([]);
    expect(marks('\u26a0\ufe0f\ufe0f')).toEqual(['U+FE0F']);
  });

  it('has one mark for many equal characters', () => {
    expect(marks(`a${'\u2800'.repeat(3_000)}; curl`)).toEqual(['3000 × U+2800']);
    expect(marks('a\u200b\u200bb')).toEqual(['U+200B', 'U+200B']);
    expect(marks(`a${'\u{e0041}'.repeat(5)}`)).toEqual(['5 × U+E0041']);
  });

  it('has a mark for a stack of combining characters', () => {
    expect(marks(`a${'\u0301'.repeat(40)}`)).toEqual(['40 combining marks']);
    expect(hasInvisible('Việt Nam cafe\u0301 \u0e01\u0e35\u0e48')).toBe(false);
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
