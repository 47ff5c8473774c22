import { expect, test } from 'vitest';
import { commentMarkdown } from '../../../../src/host/nativeText/commentMarkdown';

test('lines, paragraphs and code keep their form', () => {
  const code = { caption: 'Suggestion:', text: 'a `b`\n```\nc' };
  expect(commentMarkdown({ title: 'Title', text: 'one\ntwo\n\nthree', code })).toBe(
    '**Title**\n\none  \ntwo\n\nthree\n\nSuggestion\\:\n\n````\na `b`\n```\nc\n````',
  );
});

test('nothing becomes markup, a link, an icon or a command', () => {
  const title = '**x** [a](command:b) $(trash)';
  const text = '# head\n<img src=x>\n![i](http://e.org) https://e.org www.e.org\u202e a@b.org';
  const written = commentMarkdown({ title, text });
  expect(written).not.toMatch(/(?<!\\)[[\]()<>#!$@]|https?:|www\.|\u202e/);
  expect(written).toContain('\\*\\*x\\*\\*');
});
