import { expect, test } from 'vitest';
import { absolutePath } from '../../../../../src/acp/translate/text/absolutePath';

test.each([
  ['/a/b', '/a/b'],
  ['b.ts', '/home/me/b.ts'],
  ['./b.ts', '/home/me/b.ts'],
  ['C:\\a\\b', 'C:\\a\\b'],
  ['file:///a/b%20c', '/a/b c'],
  ['file:///c:/a', 'c:/a'],
  ['file://localhost/a', '/a'],
  ['file:///100%', '/100%'],
  ['file://server/share/a', undefined],
  ['https://example.com/a', undefined],
  ['', undefined],
  ['/a\nb', undefined],
  [`/${'x'.repeat(5_000)}`, undefined],
])('the path of %j', (text, expected) => {
  expect(absolutePath(text, '/home/me')).toBe(expected);
});

test('a relative path needs a folder', () => {
  expect(absolutePath('a', '')).toBeUndefined();
});
