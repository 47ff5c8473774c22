import { describe, expect, it } from 'vitest';
import {
  escapedPieces,
  filePieces,
  hasHidden,
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
    const ignorable = /^(?! )[\p{Default_Ignorable_Code_Point}\p{Z}]$/u;
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const char = String.fromCodePoint(code);
      if (ignorable.test(char) && marks(`a${char}b`).length !== 1) {
        missed.push(code.toString(16));
      }
    }
    expect(missed).toEqual([]);
    const blanks = ['\u2800', '\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1d159}'];
    expect(marks(blanks.join('a'))).toHaveLength(blanks.length);
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

describe('Text that goes into a file', () => {
  const fileMarks = (line: string) =>
    filePieces(line).flatMap(piece => ('mark' in piece ? [piece.mark] : []));

  it('has a mark for each invisible character and each change of direction', () => {
    expect(fileMarks('if (admin\u202e) { \u2066// ok')).toEqual(['U+202E', 'U+2066']);
    expect(fileMarks('a\u200bb\u001b[8m\rc')).toEqual(['U+200B', 'U+001B', 'U+000D']);
    expect(hasHidden('a\u200bb')).toBe(true);
  });

  it('keeps its indentation, columns, line ends and wide spaces', () => {
    const lines = ['\t\t\tx', `a${' '.repeat(40)}// b`, 'a\t\t\t\tb', 'end\r', '日本\u3000語'];
    for (const line of lines) {
      expect(filePieces(line)).toEqual([{ text: line }]);
      expect(hasHidden(line)).toBe(false);
    }
  });

  it('has no mark for an emoji of several parts', () => {
    expect(hasHidden('👩‍💻 👨🏽‍🚀 ❤️‍🔥')).toBe(false);
    expect(hasHidden('a\u200db')).toBe(true);
  });

  it('is read once, however long its line is', () => {
    const line = 'x\u200b'.repeat(200_000);
    expect(fileMarks(line)).toHaveLength(200_000);
  });
});

describe('A word of two scripts', () => {
  const warned = (text: string) =>
    escapedPieces(text).flatMap(piece => ('warning' in piece ? [piece.text] : []));

  it('is marked in commands, paths and host names', () => {
    expect(warned('curl https://www.р\u0061ypal.com/login')).toEqual(['рaypal']);
    expect(warned('./scriрts/dерloy.sh')).toEqual(['scriрts', 'dерloy']);
    expect(warned('ssh αdmin@hοst')).toEqual(['αdmin', 'hοst']);
    expect(hasInvisible('npm install lоdash')).toBe(true);
    expect(escapedPieces('rm раypal')[1]).toEqual({
      text: 'раypal',
      warning: 'This word mixes Latin with Cyrillic letters.',
    });
  });

  it('is not one that is wholly in one script', () => {
    const texts = [
      'git commit -m "исправлено: npm test"',
      'cat отчёт_final.txt план-2.md',
      'echo αβγ delta 5µm',
      'dir C:\\users\\папка',
      "printf '\\nпривет %sмир'",
      'echo 日本語abc тест',
    ];
    for (const text of texts) {
      expect(warned(text), text).toEqual([]);
    }
  });
});
