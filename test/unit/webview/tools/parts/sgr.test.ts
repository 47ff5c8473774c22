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
});
