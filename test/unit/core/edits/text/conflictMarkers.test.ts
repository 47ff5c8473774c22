import { expect, test } from 'vitest';
import { findConflicts, markConflicts } from '../../../../../src/core/edits/text/conflictMarkers';
import { toLines } from '../../../../../src/core/edits/text/lines';

const names = { ours: 'Yours', theirs: 'Theirs' };

function marked(base: string, ours: string, theirs: string): string {
  const [b, o, t] = [toLines(base), toLines(ours), toLines(theirs)];
  return markConflicts({ base: b, ours: o, theirs: t }, names).join('');
}

test('conflicts are found where they were marked, with any line endings', () => {
  for (const end of ['\n', '\r\n']) {
    const text = (...lines: readonly string[]) => lines.map(line => line + end).join('');
    const base = text('1', '2', '3', '4', '5');
    const found = marked(base, text('1', 'a', '3', 'b', '5'), text('1', 'c', '3', 'd', '5'));
    expect(findConflicts(found, names)).toEqual([
      { start: 1, middle: 3, end: 5 },
      { start: 7, middle: 9, end: 11 },
    ]);
  }
});

test('a side may be empty and need not end with a newline', () => {
  expect(findConflicts(marked('1\n2', '1\n', '1\n3'), names)).toEqual([
    { start: 1, middle: 2, end: 4 },
  ]);
});

test('what merges without a conflict is not joined with another line', () => {
  expect(marked('1\n2\n', '1\n2\nmine', '1')).toBe('1\nmine');
});

test('foreign, incomplete and ambiguous conflict markers are ignored', () => {
  const [start, middle, end] = ['<<<<<<< Yours\n', '=======\n', '>>>>>>> Theirs\n'];
  expect(findConflicts(`<<<<<<< HEAD\n1\n${middle}2\n>>>>>>> branch\n`, names)).toEqual([]);
  expect(findConflicts(`${start}1\n${middle}2\n>>>>>>> branch\n`, names)).toEqual([]);
  expect(findConflicts(`${start}1\n${end}`, names)).toEqual([]);
  expect(findConflicts(`${start}Title\n${middle}1\n${middle}2\n${end}`, names)).toEqual([]);
  expect(findConflicts(`${start}${start}1\n${middle}2\n${end}`, names)).toEqual([
    { start: 1, middle: 3, end: 5 },
  ]);
});
