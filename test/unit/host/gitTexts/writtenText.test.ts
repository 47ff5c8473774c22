import { expect, test } from 'vitest';
import { writtenText } from '../../../../src/host/gitTexts/writtenText';

test.each([
  ['  Mend it\n\nBody\n', 'Mend it\n\nBody'],
  ['```\nMend it\n```', 'Mend it'],
  ['```text\nMend it\n\nBody\n```\n', 'Mend it\n\nBody'],
  ['```', ''],
  ['```text\nMend', 'Mend'],
  ['Mend\n\n```ts\ncode\n```', 'Mend\n\n```ts\ncode\n```'],
  ['\x1b[31mRed\u202e\r\nline', '[31mRed \nline'],
])('%j becomes %j', (answer, text) => {
  expect(writtenText(answer)).toBe(text);
});

test('a text without end is cut', () => {
  expect(writtenText('x'.repeat(1_000_000)).length).toBe(20_000);
});
