import { expect, it } from 'vitest';
import { fenced, plainLine } from '../../../../../src/core/export/markdown/fences';

it.each([
  ['# heading', '\\# heading'],
  ['> quote', '\\> quote'],
  ['- item', '\\- item'],
  ['1. one', '1\\. one'],
  ['12) one', '12\\) one'],
  ['=====', '\\====='],
  ['a # b - 1. c', 'a # b - 1. c'],
  ['[x](y) <b> &amp;', '\\[x\\](y) &lt;b> &amp;amp;'],
  ['one\ntwo', 'one two'],
])('escapes Markdown in a single line: %s', (text, plain) => {
  expect(plainLine(text)).toBe(plain);
});

it('keeps empty lines inside a block in linear time, whatever their number', () => {
  const text = `${'\n'.repeat(500_000)}a`;
  expect(fenced(`${text}\n\n`)).toBe(`\`\`\`\n${text}\n\`\`\``);
});
