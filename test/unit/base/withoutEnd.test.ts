import { expect, it } from 'vitest';
import { withoutEnd } from '../../../src/base/withoutEnd';

it.each([
  ['a\n\n', 'a'],
  ['\na\r\n', '\na\r'],
  ['\n', ''],
  ['', ''],
])('cuts line feeds at the end of %j', (text, expected) => {
  expect(withoutEnd(text, '\n')).toBe(expected);
});

it('cuts any of several characters', () => {
  expect(withoutEnd('a/\\/', '\\/')).toBe('a');
});
