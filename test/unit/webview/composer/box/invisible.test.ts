import { expect, it } from 'vitest';
import {
  codeOf,
  findInvisible,
  withoutInvisible,
} from '../../../../../webview/composer/box/invisible';

it.each([
  ['an override', 'a\u202eb', 1],
  ['an isolate', '\u2066a\u2069', 2],
  ['a zero-width space', 'a\u200bb', 1],
  ['a byte order mark', '\ufeffa', 1],
  ['a control', 'a\u0007\u001b[31m', 2],
  ['a Hangul filler', 'a\u3164', 1],
  ['tags', 'a\u{e0041}\u{e0042}', 2],
  ['a joiner between Latin letters', 'pass\u200dword', 1],
  ['a selector that selects nothing', 'a\ufe01', 1],
])('%s is invisible', (_what, text, count) => {
  expect(findInvisible(text)).toHaveLength(count);
  expect(findInvisible(withoutInvisible(text))).toEqual([]);
});

it.each([
  ['Persian', 'می\u200cخواهم'],
  ['Hindi', 'क्\u200dष'],
  ['a family', '👩\u200d👩\u200d👧'],
  ['a skin tone', '👩🏽\u200d💻'],
  ['a styled emoji', '❤\ufe0f 1\ufe0f\u20e3'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['marks of direction', 'א\u200f a\u200e'],
  ['a variant of a Han letter', '葛\u{e0100}'],
  ['tabs and line ends', 'a\tb\nc'],
])('%s needs its characters', (_what, text) => {
  expect(findInvisible(text)).toEqual([]);
  expect(withoutInvisible(text)).toBe(text);
});

it('has a code for each character', () => {
  expect(findInvisible('a\u202e').map(({ char, index }) => [codeOf(char), index])).toEqual([
    ['U+202E', 1],
  ]);
  expect(codeOf('\u{e0041}')).toBe('U+E0041');
});
