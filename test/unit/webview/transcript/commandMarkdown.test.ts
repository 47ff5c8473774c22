import { expect, test } from 'vitest';
import { markdownOf } from '../../../../webview/transcript/commandMarkdown';

test.each([
  ['a heading', '## Usage\n\nMuch'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['bold text', '**Model:** Opus'],
])('%s is Markdown, as it stands', (_, text) => {
  expect(markdownOf(text)).toBe(text);
});

test('code in sentences is Markdown, whose lines stay lines', () => {
  expect(markdownOf('Now: `Opus`\nUsage: `/model`\n\nEnd')).toBe(
    'Now: `Opus`  \nUsage: `/model`\n\nEnd',
  );
});

test.each([
  ['columns', 'Cost:      $1\nDuration:  2s'],
  ['columns with code', '`a`      1'],
  ['plain words', 'No goal set.'],
  ['a hash in a word', 'C# is #1'],
])('%s are not', (_, text) => {
  expect(markdownOf(text)).toBeUndefined();
});
