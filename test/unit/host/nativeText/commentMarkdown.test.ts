import { expect, test } from 'vitest';
import { commentMarkdown } from '../../../../src/host/nativeText/commentMarkdown';

test('lines, paragraphs and code keep their form', () => {
  const code = { caption: 'Suggestion:', text: 'a `b`\n```\nc' };
  expect(commentMarkdown({ title: 'Title', text: 'one\ntwo\n\nthree', code })).toBe(
    '**Title**\n\none  \ntwo\n\nthree\n\nSuggestion\\:\n\n````\na `b`\n```\nc\n````',
  );
});

test.each(['Hello\n===', 'Hello\n---', '# Hello'])('no line becomes a heading: %j', text => {
  expect(commentMarkdown({ title: 't', text })).not.toMatch(/^(?:#|-|=)/m);
});

test('names in backticks are code, in the text alone', () => {
  const text = 'See `list.length` and `f(x)`, a* and ``b``.';
  expect(commentMarkdown({ title: 'The `title`', text })).toBe(
    '**The \\`title\\`**\n\nSee `list.length` and `f(x)`, a\\* and \\`\\`b\\`\\`\\.',
  );
});

test.each([
  '`$(trash)`',
  '`<img src=x>`',
  '`https://e.org`',
  '`www.e.org`',
  '`\\`',
  '``[a](command:b)`',
  '`[a](command:b)``',
  '`a\n[a](command:b)`',
])('what is no plain name in backticks stays text: %j', text => {
  expect(commentMarkdown({ title: '', text })).not.toMatch(/(?<!\\)[`[\]()<>$]/);
});

test('nothing becomes markup, a link, an icon or a command', () => {
  const title = '**x** [a](command:b) $(trash)';
  const text = '# head\n<img src=x>\n![i](http://e.org) https://e.org www.e.org\u202e a@b.org';
  const written = commentMarkdown({ title, text });
  expect(written).not.toMatch(/(?<!\\)[[\]()<>#!$@]|https?:|www\.|\u202e/);
  expect(written).toContain('\\*\\*x\\*\\*');
});
