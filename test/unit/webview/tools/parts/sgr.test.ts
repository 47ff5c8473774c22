import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSgr } from '../../../../../webview/tools/parts/sgr';

const esc = '\u001b';
const plainOf = (text: string) =>
  parseSgr(text)
    .map(span => span.text)
    .join('');

describe('Terminal output', () => {
  it('maps colors and styles to classes', () => {
    expect(parseSgr(`a${esc}[1;32mok${esc}[0m b`)).toEqual([
      { text: 'a', classes: [] },
      { text: 'ok', classes: ['ansi-green', 'ansi-bold'] },
      { text: ' b', classes: [] },
    ]);
    expect(parseSgr(`${esc}[91;44mx${esc}[39my`)).toEqual([
      { text: 'x', classes: ['ansi-bright-red', 'ansi-on-blue'] },
      { text: 'y', classes: ['ansi-on-blue'] },
    ]);
  });

  it('uses the nearest theme color for 256 and true colors', () => {
    expect(parseSgr(`${esc}[38;5;196mx`)[0]?.classes).toEqual(['ansi-bright-red']);
    expect(parseSgr(`${esc}[38;2;10;180;20mx`)[0]?.classes).toEqual(['ansi-green']);
    expect(parseSgr(`${esc}[38;2;250;250;250mx`)[0]?.classes).toEqual([]);
  });

  it('omits cursor moves, titles and links', () => {
    expect(plainOf(`a${esc}[2J${esc}[3;4Hb${esc}]0;title\u0007c`)).toBe('abc');
    expect(plainOf(`${esc}]8;;javascript:alert(1)\u0007click${esc}]8;;\u0007`)).toBe('click');
    expect(plainOf(`end${esc}[3`)).toBe('end');
    expect(plainOf('a\u0000\u0007b')).toBe('ab');
  });

  it('shows a rewritten line in its final state', () => {
    expect(plainOf('10 %\r50 %\r100 %\nnext\r\nlast')).toBe('100 %\nnext\nlast');
    expect(plainOf('abx\bc')).toBe('abc');
  });

  it('keeps what a shorter line leaves of a longer one, unless the rest is erased', () => {
    expect(plainOf('100 %\r50')).toBe('500 %');
    expect(plainOf(`100 %\r${esc}[K50 %`)).toBe('50 %');
    expect(plainOf(`100 %${esc}[2K${esc}[1G50 %\nnext`)).toBe('50 %\nnext');
    expect(plainOf('abc\b\b')).toBe('abc');
    expect(plainOf('a\tb\r\tc')).toBe('a       c');
  });

  it('keeps colors across a rewritten line', () => {
    expect(parseSgr(`${esc}[32mold\rnew${esc}[0m`)).toEqual([
      { text: 'new', classes: ['ansi-green'] },
    ]);
    expect(plainOf(`${esc}[32mdone\r${esc}[0m\nnext`)).toBe('done\nnext');
    expect(parseSgr(`a${esc}[31mb${esc}[0m\bc`)).toEqual([{ text: 'ac', classes: [] }]);
    expect(parseSgr(`a${esc}[1mb\b\b${esc}[31mx`)).toEqual([
      { text: 'x', classes: ['ansi-red', 'ansi-bold'] },
      { text: 'b', classes: ['ansi-bold'] },
    ]);
  });

  it('overwrites wide characters and those with combining marks as a terminal does', () => {
    expect(plainOf('世界\rab')).toBe('ab界');
    expect(plainOf('世界\b字')).toBe('世 字');
    expect(plainOf('e\u0301x\b\bo')).toBe('ox');
  });

  it('shows the same as a model of a terminal', () => {
    const escapes = [...'012'].map(mode => `${esc}[${mode}K`);
    const colors = ['31', '32', '0'].map(code => `${esc}[${code}m`);
    const characters = ['a', 'b', '世', 'e\u0301'];
    const moves = ['\r', '\b', '\n', '\r\n', `${esc}[G`, `${esc}[3G`, `${esc}[J`];
    const pieces = fc.constantFrom(...characters, ...moves, ...escapes, ...colors);
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
        expect(cellsOf(parseSgr(parts.join('')))).toEqual(modelOf(parts));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Returns each character with its color: `a`, or `a:ansi-red`. */
function cellsOf(spans: readonly { text: string; classes: readonly string[] }[]): string[] {
  return spans.flatMap(({ text, classes }) =>
    [...text].map(character => [character, ...classes].join(':')),
  );
}

/** Draws the pieces on rows of columns; a wide character fills the column after it with ''. */
function modelOf(parts: readonly string[]): string[] {
  const done: string[] = [];
  let row: { text: string; color: string }[] = [];
  let at = 0;
  let color = '';
  const blank = { text: ' ', color: '' };
  const cut = (border: number) => {
    if (row[border]?.text === '') {
      row[border] = { text: ' ', color: row[border].color };
      row[border - 1] = { text: ' ', color: row[border - 1]?.color ?? '' };
    }
  };
  const draw = (texts: readonly string[]) => {
    cut(at);
    cut(at + texts.length);
    row.splice(at, texts.length, ...texts.map(text => ({ text, color })));
    at += texts.length;
  };
  const finish = () => {
    // Erased columns at the end are no text.
    const end = row.findLastIndex(({ text, color: own }) => text !== ' ' || own !== '');
    for (const cell of row.slice(0, end + 1)) {
      done.push(...[...cell.text].map(character => `${character}${cell.color}`));
    }
  };
  for (const part of parts) {
    if (part.endsWith('m')) {
      color = part.includes('31') ? ':ansi-red' : part.includes('32') ? ':ansi-green' : '';
    } else if (part.endsWith('\n')) {
      finish();
      done.push(`\n${color}`);
      [row, at] = [[], 0];
    } else if (part === '\r' || part === `${esc}[G`) {
      at = 0;
    } else if (part === '\b') {
      at = Math.max(0, at - 1);
    } else if (part === `${esc}[3G`) {
      at = Math.min(2, row.length);
    } else if (part.startsWith(esc)) {
      const toStart = part.includes('1') || part.includes('2');
      const toEnd = !part.includes('1');
      if (toEnd) cut(at);
      if (toStart) cut(at + 1);
      row = row.map((cell, index) => (toStart && index <= at ? { ...blank } : cell));
      if (toEnd) row = row.slice(0, at);
    } else {
      draw(part === '世' ? [part, ''] : [part]);
    }
  }
  finish();
  return done;
}
