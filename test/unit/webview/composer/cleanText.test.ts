import { expect, it } from 'vitest';
import { cleanText } from '../../../../webview/composer/cleanText';

it.each([
  ['plain text\twith\ntabs', 'plain text\twith\ntabs', 0],
  ['one\r\ntwo\rthree', 'one\ntwo\nthree', 0],
  ['zero\u200bwidth\ufeff', 'zerowidth', 2],
  ['turn \u202edesrever\u202c', 'turn desrever', 2],
  ['hidden \u{e0041}\u{e0042} tags', 'hidden  tags', 2],
  ['bell\u0007 escape\u001b[31m', 'bell escape[31m', 2],
  ['می\u200cخواهم 👩\u200d👩\u200d👧', 'می\u200cخواهم 👩\u200d👩\u200d👧', 0],
  ['שלום\u200f!', 'שלום\u200f!', 0],
  [
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    0,
  ],
])('removes invisible characters from %j', (text, clean, removed) => {
  expect(cleanText(text)).toEqual({ text: clean, removed });
});
