import { expect, it } from 'vitest';
import { matchesPattern } from '../../../src/node/matchesPattern';

it.each([
  ['^x', 'xy', true],
  ['^x', 'yx', false],
  ['^\\p{L}+$', 'été', true],
  // Only valid without the `u` flag.
  ['\\-', '-', true],
  ['(', 'x', undefined],
])('%j on %j', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

it('gives up on a pattern that would take for ever', () => {
  expect(matchesPattern('^(a+)+$', `${'a'.repeat(60)}!`)).toBeUndefined();
});

it('runs no code of the pattern or the text', () => {
  expect(matchesPattern('${process.exit(1)}', 'x')).toBe(false);
  expect(matchesPattern('x', '`; throw new Error()')).toBe(false);
});
