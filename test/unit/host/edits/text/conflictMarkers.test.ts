import { expect, test } from 'vitest';
import { markConflicts } from '../../../../../src/host/edits/text/conflictMarkers';
import { toLines } from '../../../../../src/host/edits/text/lines';
import { mergeLines } from '../../../../../src/host/edits/text/merge';
import { Random } from './random';

const names = { ours: 'yours', theirs: 'before' };
const marked = (base: string, ours: string, theirs: string) =>
  markConflicts({ base: toLines(base), ours: toLines(ours), theirs: toLines(theirs) }, names).join(
    '',
  );

test('both sides of a conflict stand between marks, and what merges does not', () => {
  expect(marked('1\n2\n3\n4\n5\n', '1\nx\n3\n4\n5\n', '1\ny\n3\n4\nE\n')).toBe(
    '1\n<<<<<<< yours\nx\n=======\ny\n>>>>>>> before\n3\n4\nE\n',
  );
});

test('marks end as the lines do', () => {
  expect(marked('1\r\n2\r\n', '1\r\nx\r\n', '1\r\ny\r\n')).toBe(
    '1\r\n<<<<<<< yours\r\nx\r\n=======\r\ny\r\n>>>>>>> before\r\n',
  );
});

test('each mark has a line of its own at an end without line end', () => {
  expect(marked('1', 'x', 'y')).toBe('<<<<<<< yours\nx\n=======\ny\n>>>>>>> before\n');
  expect(marked('1\n2', '1\nx', '1\n')).toBe('1\n<<<<<<< yours\nx\n=======\n>>>>>>> before\n');
});

test('a side that removed the lines is empty', () => {
  expect(marked('1\n2\n3\n', '1\n3\n', '1\ny\n3\n')).toBe(
    '1\n<<<<<<< yours\n=======\ny\n>>>>>>> before\n3\n',
  );
});

test('with ours taken of each conflict it is the merged text', () => {
  const random = new Random(31);
  for (let round = 0; round < 3_000; round += 1) {
    const base = random.lines(20);
    const texts = { base, ours: random.edit(base), theirs: random.edit(base) };
    const text = markConflicts(texts, names).join('');
    const taken = text.replaceAll(/<<<<<<< yours\n([^=]*)=======\n[^>]*>>>>>>> before\n/g, '$1');
    const merged = mergeLines(texts, ({ ours }) => texts.ours.slice(ours.start, ours.end));
    expect(taken).toBe(merged?.join(''));
  }
});
