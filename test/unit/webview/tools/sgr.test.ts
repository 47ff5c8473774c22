import { describe, expect, it } from 'vitest';
import { parseSgr, stripSgr } from '../../../../webview/tools/parts/sgr';

const esc = '\u001b';
const span = (text: string, ...classes: string[]) => ({ text, classes });

describe('parseSgr', () => {
  it.each([
    ['plain text', [span('plain text')]],
    [`${esc}[32mok${esc}[0m done`, [span('ok', 'ansi-green'), span(' done')]],
    [
      `${esc}[1;31mbad${esc}[22mred${esc}[39mnone`,
      [span('bad', 'ansi-red', 'ansi-bold'), span('red', 'ansi-red'), span('none')],
    ],
    [`${esc}[mx`, [span('x')]],
    [`${esc}[97;44mx`, [span('x', 'ansi-bright-white', 'ansi-on-blue')]],
    [`${esc}[38;5;9mx`, [span('x', 'ansi-bright-red')]],
    [`${esc}[38;5;196mx`, [span('x', 'ansi-bright-red')]],
    [`${esc}[38;5;244mx`, [span('x', 'ansi-bright-black')]],
    [`${esc}[38;2;0;120;0;4mx`, [span('x', 'ansi-green', 'ansi-underline')]],
    [`${esc}[48:2:0:0:255mx`, [span('x', 'ansi-on-bright-blue')]],
    [`${esc}[32ma${esc}[32mb`, [span('ab', 'ansi-green')]],
  ])('reads the colors of %j', (output, spans) => {
    expect(parseSgr(output)).toEqual(spans);
  });

  it.each([
    ['a cursor movement', `a${esc}[2Kb${esc}[10;20Hc`, 'abc'],
    ['a private mode', `${esc}[?25lx${esc}[?25h`, 'x'],
    ['a link', `${esc}]8;;javascript:alert(1)${'\u0007'}click${esc}]8;;${esc}\\`, 'click'],
    ['a title', `${esc}]0;<script>${'\u0007'}x`, 'x'],
    ['a device string', `${esc}Pq#0${esc}\\x`, 'x'],
    ['a character set', `${esc}(Bx`, 'x'],
    ['an eight-bit sequence', '\u009b31mx', 'x'],
    ['one that is cut off', `x${esc}[3`, 'x'],
    ['a title that is cut off', `x${esc}]0;tit`, 'x'],
    ['other control characters', 'a\u0000b\u0007c\u007fd', 'abcd'],
  ])('leaves out %s', (_what, output, text) => {
    expect(stripSgr(output)).toBe(text);
  });

  it.each([
    ['10%\r50%\r100%\nend', '100%\nend'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['half\r', 'half'],
    ['abc\b\bx', 'ax'],
  ])('shows what a terminal would of %j', (output, text) => {
    expect(stripSgr(output)).toBe(text);
  });

  it('keeps tabs and line breaks', () => {
    expect(stripSgr('a\tb\n\n c')).toBe('a\tb\n\n c');
  });
});
