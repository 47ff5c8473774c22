import { expect, it } from 'vitest';
import { textChange } from '../../../../../webview/inspector/compare/textChange';

const lines = (before: string, after: string) =>
  textChange(before, after).hunks.flatMap(hunk => hunk.lines);

it('finds the lines that differ, with those around them', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const after = before.with(10, 'other');
  const { hunks, added, removed } = textChange(before.join('\n'), after.join('\n'));
  expect(hunks).toHaveLength(1);
  expect([added, removed]).toEqual([1, 1]);
  expect(hunks[0]?.lines).toHaveLength(8);
});

it('takes a text that is only on one side, without remarks about the end of a file', () => {
  expect(lines('', 'a\nb')).toEqual(['+a', '+b']);
  expect(lines('a', '')).toEqual(['-a']);
  expect(lines('a', 'a\nb')).toEqual([' a', '+b']);
});

it('spells out characters that cannot be seen, which may be all that differs', () => {
  expect(lines('pay ada', 'pay\u200b ada')).toEqual(['-pay ada', '+pay[U+200B] ada']);
});

it('has nothing to show for the same text', () => {
  expect(textChange('a\nb', 'a\nb')).toEqual({ hunks: [], added: 0, removed: 0 });
});
