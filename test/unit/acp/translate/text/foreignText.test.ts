import { expect, test } from 'vitest';
import {
  boundedEnd,
  boundedText,
  insideFence,
  oneLine,
} from '../../../../../src/acp/translate/text/foreignText';

test.each([
  ['  a\n\tb  ', 'a b'],
  ['\u202ea\u200bb', 'a b'],
  ['\u0007', ''],
  ['x'.repeat(500), `${'x'.repeat(200)}…`],
  ['\n'.repeat(10_000_000), ''],
])('one line of %j', (text, expected) => {
  expect(oneLine(text)).toBe(expected);
});

test.each([
  ['```ts\na\n```', 'a'],
  ['~~~\na\n\nb\n~~~\n', 'a\n\nb'],
  ['````\n```\na\n```\n````', '```\na\n```'],
  ['```\n```', ''],
  ['a', undefined],
  ['```\na', undefined],
  ['```\na\n```\nb\n```\nc\n```', undefined],
  ['```a```', undefined],
  // Trying each part of the line as the fence would take minutes.
  ['~'.repeat(400_000), undefined],
])('inside of %j', (text, expected) => {
  expect(insideFence(text)).toBe(expected);
});

test('long texts are cut between characters', () => {
  const long = '😀'.repeat(600_000);
  expect(boundedText(long)).toMatch(/^😀+…$/u);
  expect(boundedEnd(`a${long}`, 101)).toMatch(/^…😀+$/u);
  expect(boundedText('short')).toBe('short');
  expect(boundedEnd('short')).toBe('short');
});
