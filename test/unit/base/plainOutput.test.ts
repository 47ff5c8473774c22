import { expect, it } from 'vitest';
import { plainOutput } from '../../../src/base/plainOutput';

it.each([
  ['colors', '\u001b[32mok\u001b[0m \u001b[1;31mbad\u001b[m', 'ok bad'],
  [
    'titles and links',
    '\u001b]0;title\u0007a\u001b]8;;https://x.example\u001b\\link\u001b]8;;\u001b\\',
    'alink',
  ],
  ['cursor moves', 'one\u001b[2K\u001b[1Atwo\u001b7\u001b8', 'onetwo'],
  ['overwritten progress', '10%\r50%\r100%\nnext', '100%\nnext'],
  ['Windows line endings', 'a\r\nb\r\n', 'a\nb\n'],
  ['control characters', 'bell\u0007 null\u0000 tab\tend', 'bell null tab\tend'],
  ['a truncated escape sequence', 'half\u001b[3', 'half'],
])('shows %s as plain text', (_what, printed, plain) => {
  expect(plainOutput(printed)).toBe(plain);
});

it('handles hostile output in linear time', () => {
  const long = '\u001b]'.repeat(100_000);
  expect(plainOutput(long).length).toBeLessThanOrEqual(long.length);
});
