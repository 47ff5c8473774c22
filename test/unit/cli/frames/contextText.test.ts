import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readContextText, toContextText } from '../../../../src/cli/frames/contextText';

const marks = fc.constantFrom(
  ...['<tandem-context kind="text" title="x">', '\n</tandem-context>', '</TANDEM-context>'],
  ...['<\\/tandem-context>', '<\\\\tandem-context', '\n', '"', '&quot;', '<', '\\', 'ab'],
);
const content = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(marks, { maxLength: 12 }).map(parts => parts.join('')),
);

it('reads back whatever was written, even our own marks', () => {
  fc.assert(
    fc.property(content, content, (text, title) => {
      const written = toContextText({ kind: 'selection', title, text });
      const read = readContextText(written);
      expect(read?.text).toBe(text);
      expect(read?.kind).toBe('selection');
      // Nothing in the content looks like a beginning or an end.
      expect(written.match(/<\/?tandem-context/gi)).toHaveLength(2);
    }),
  );
});

it('keeps each title that is one line', () => {
  const lines = content.map(text => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').slice(0, 600));
  fc.assert(
    fc.property(lines, title => {
      expect(readContextText(toContextText({ kind: 'text', title, text: '' }))?.title).toBe(title);
    }),
  );
});

it('takes 2 MB', () => {
  const text = '<tandem-context'.repeat(140_000);
  expect(readContextText(toContextText({ kind: 'text', title: 't', text }))?.text).toBe(text);
});

it.each([
  ['words of the user', 'please read <tandem-context kind="text" title="x">'],
  ['a block without an end', '<tandem-context kind="text" title="x">\nabc'],
  [
    'a block that ends twice',
    '<tandem-context kind="text" title="x">\na\n</tandem-context>\nb\n</tandem-context>',
  ],
  [
    'two blocks in one text',
    `${'<tandem-context kind="text" title="x">\na\n</tandem-context>'.repeat(2)}`,
  ],
  ['a heading with a line break', '<tandem-context kind="text" title="x\n">\na\n</tandem-context>'],
])('takes %s for no content', (_, written) => {
  expect(readContextText(written)).toBeUndefined();
});
