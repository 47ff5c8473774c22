import { expect, test } from 'vitest';
import { movedLines } from '../../../../src/host/codeReview/movedLines';

type At = readonly [line: number, character: number];
const change = (start: At, end: At, text: string) => ({
  range: {
    start: { line: start[0], character: start[1] },
    end: { line: end[0], character: end[1] },
  },
  text,
});
const lines = { start: 5, end: 6 };

test.each([
  ['an insertion above', change([2, 0], [2, 0], 'a\nb\n'), [7, 8]],
  ['an insertion at the very start', change([5, 0], [5, 0], 'a\n'), [6, 7]],
  ['a deletion above', change([1, 0], [3, 0], ''), [3, 4]],
  ['a deletion up to the start', change([3, 0], [5, 0], ''), [3, 4]],
  ['typing in the first line', change([5, 3], [5, 4], 'x'), [5, 6]],
  ['a new line inside', change([5, 3], [5, 3], '\n'), [5, 7]],
  ['a deletion inside', change([5, 3], [6, 0], ''), [5, 5]],
  ['an insertion below', change([7, 0], [7, 0], 'a\n'), [5, 6]],
  ['a change across the start', change([3, 2], [5, 4], 'x\ny'), [4, 5]],
  ['a change across the end', change([6, 1], [8, 0], ''), [5, 6]],
  ['a deletion of everything', change([0, 0], [20, 0], ''), [0, 0]],
  ['a deletion of the lines', change([5, 0], [7, 0], ''), [5, 5]],
])('%s', (_, one, expected) => {
  const { start, end } = movedLines(lines, [one]);
  expect([start, end]).toEqual(expected);
});

test('several changes follow one another', () => {
  const changes = [change([9, 0], [9, 0], 'x\n'), change([0, 0], [0, 0], 'x\n')];
  expect(movedLines(lines, changes)).toEqual({ start: 6, end: 7 });
});
