import { expect, it } from 'vitest';
import { wordBefore } from '../../../../../webview/composer/box/typedWord';

it.each([
  ['@', '@', '', 1],
  ['see @src/a', '@', 'src/a', 6],
  ['(@a', '@', 'a', 2],
  ['@"my file', '@', 'my file', 9],
  ['@"', '@', '', 2],
  ['/', '/', '', 1],
  ['/comp', '/', 'comp', 5],
  ['please run /comp', 'late/', 'comp', 5],
])('%j opens a list', (before, sign, query, length) => {
  expect(wordBefore(before, true)).toEqual({ sign, query, length });
});

it.each(['', 'a@b.c', '@a b', '@"a" ', 'x /usr/', 'a/b', '/compact now', '\\@'])(
  '%j opens none',
  before => {
    expect(wordBefore(before, true)).toBeUndefined();
  },
);

it('opens the list of commands in the first line only', () => {
  expect(wordBefore('/comp', false)).toMatchObject({ sign: 'late/' });
  expect(wordBefore('@a', false)).toMatchObject({ sign: '@' });
});
