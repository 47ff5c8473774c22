import { expect, test } from 'vitest';
import { commentParts } from '../../../../../src/core/codeIndex/text/commentParts';

const comments = (path: string, text: string) =>
  commentParts(text.split('\n'), path).map(({ comment }) => comment.trim());
const code = (path: string, text: string) =>
  commentParts(text.split('\n'), path).map(part => part.code.trim());

test('comments end where the language ends them', () => {
  const text = '/**\n * Reads.\n */\nread("http://a"); // Twice.\n/* one */ done();';
  expect(comments('a.ts', text)).toEqual(['*', '* Reads.', '', 'Twice.', 'one']);
  expect(code('a.ts', text)).toEqual(['', '', '', 'read("http://a");', 'done();']);
});

test.each([
  ['a.py', '"""Reads\nall."""\nx = 1  # one', ['Reads', 'all.', 'one']],
  ['Makefile', '# All\nall: a', ['All', '']],
  ['a.sql', '-- Users\nselect 1', ['Users', '']],
  ['a.vue', '<!-- A\nbutton -->\n<b/>', ['A', 'button', '']],
  ['a.lua', '--[[ Long\none ]]\nx = 1', ['Long', 'one', '']],
  ['README.md', '# Title\nWords', ['# Title', 'Words']],
])('%s has its own marks', (path, text, expected) => {
  expect(comments(path, text)).toEqual(expected);
});
