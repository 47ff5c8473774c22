import { expect, test } from 'vitest';
import { conversationTitle } from '../../../src/base/conversationTitle';

const firstText = () => 'Fix\nthe parser';

test('a given title comes before that of the origin, and both before the first message', () => {
  expect(conversationTitle({ given: 'Named', fallback: 'Named (fork)', firstText })).toBe('Named');
  expect(conversationTitle({ fallback: 'Named (fork)', firstText })).toBe('Named (fork)');
  expect(conversationTitle({ firstText })).toBe('Fix the parser');
  expect(conversationTitle({})).toBeUndefined();
});

test('blank names do not count, and the first message is not read in vain', () => {
  expect(conversationTitle({ given: ' \t', fallback: '', firstText })).toBe('Fix the parser');
  expect(conversationTitle({ firstText: () => ' \n ' })).toBeUndefined();
  const unread = () => {
    throw new Error('It was read.');
  };
  expect(conversationTitle({ given: 'Named', firstText: unread })).toBe('Named');
});

test('names that show nothing do not count', () => {
  for (const given of ['\u200b', '\u202e\u2066', '\u0000\u0007', '\ud800', '\u2060 \u3000']) {
    expect(conversationTitle({ given, firstText })).toBe('Fix the parser');
    expect(conversationTitle({ given, firstText: () => given })).toBeUndefined();
  }
  expect(conversationTitle({ given: '\u200b👨‍👩‍👧', firstText })).toBe('\u200b👨‍👩‍👧');
});
