import { expect, it } from 'vitest';
import { TerminalRow } from '../../../../../webview/tools/parts/terminalRow';

const textOf = (row: TerminalRow<string>) =>
  row
    .take()
    .map(({ text }) => text)
    .join('');

it('keeps text as it was written until the cursor moves back', () => {
  const row = new TerminalRow('');
  row.write('a\tb\u0007', 'x');
  row.write('c', 'y');
  expect(row.take()).toEqual([
    { text: 'a\tb', style: 'x' },
    { text: 'c', style: 'y' },
  ]);
  expect(row.take()).toEqual([]);
});

it('does not grow by moves beyond its ends', () => {
  const row = new TerminalRow('');
  row.write('abc', 'x');
  row.moveTo(999_999_999);
  row.write('d', 'x');
  row.moveTo(-1);
  row.back();
  row.write('A', 'x');
  expect(textOf(row)).toBe('Abcd');
});

it('adds a mark to the character before it, also to one of two columns', () => {
  const row = new TerminalRow('');
  row.write('世e', 'x');
  row.moveTo(0);
  row.write('\u0301', 'x');
  row.moveTo(2);
  row.write('\u0301', 'x');
  row.moveTo(3);
  row.write('\u0302', 'x');
  expect(textOf(row)).toBe('世\u0301e\u0302');
});

it('replaces the other column of a wide character that is overwritten by half', () => {
  const row = new TerminalRow('');
  row.write('世', 'x');
  row.moveTo(1);
  row.write('b', 'x');
  expect(textOf(row)).toBe(' b');
});
