import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { type LineChanges, lineChanges } from '../../../src/protocol/lineChanges';

const numbered = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

/** Applies the hunks to the old text, which must produce the new one. */
function applied(before: string, { hunks }: LineChanges): string | false {
  const patch = {
    oldFileName: 'a',
    newFileName: 'a',
    oldHeader: undefined,
    newHeader: undefined,
    hunks: (hunks ?? []).map(hunk => ({ ...hunk, lines: [...hunk.lines] })),
  };
  return applyPatch(before, patch);
}

const pairs: readonly (readonly [what: string, before: string, after: string])[] = [
  ['one line', 'a\nb\nc\nd\ne\nf\ng\nh\n', 'a\nb\nc\nd\nE\nf\ng\nh\n'],
  ['the first line', 'a\nb\nc\n', 'A\nb\nc\n'],
  ['the last line', 'a\nb\nc\n', 'a\nb\nC\n'],
  ['several places', numbered(50, String), numbered(50, i => (i % 20 ? `${i}` : `x${i}`))],
  ['an inserted line', 'a\nb\n', 'a\nx\nb\n'],
  ['a deleted line', 'a\nx\nb\n', 'a\nb\n'],
  ['repeated lines', 'a\na\na\n', 'a\na\na\na\n'],
  ['a new file', '', 'a\nb\n'],
  ['a new file without a final newline', '', 'a\nb'],
  ['an emptied file', 'a\nb\n', ''],
  ['an added final newline', 'a\nb', 'a\nb\n'],
  ['a removed final newline', 'a\nb\n', 'a\nb'],
  ['a final newline that stays missing', 'a\nb', 'A\nb'],
  ['moved lines', 'a\nb\nc\nd\ne\n', 'd\ne\na\nb\nc\n'],
];

test.each(pairs)('hunks describe exactly what changed: %s', (_what, before, after) => {
  const changes = lineChanges(before, after);
  expect(applied(before, changes)).toBe(after);
});

test('a change in a long file is one hunk with three context lines and correct line numbers', () => {
  const before = numbered(5_000, index => `line ${index}`);
  const after = before.replace('line 2500\n', 'line 2500 changed\nand more\n');
  expect(lineChanges(before, after)).toEqual({
    added: 2,
    removed: 1,
    hunks: [
      {
        oldStart: 2498,
        oldLines: 7,
        newStart: 2498,
        newLines: 8,
        lines: [
          ' line 2497',
          ' line 2498',
          ' line 2499',
          '-line 2500',
          '+line 2500 changed',
          '+and more',
          ' line 2501',
          ' line 2502',
          ' line 2503',
        ],
      },
    ],
  });
});

test('different line endings are not line changes', () => {
  expect(lineChanges('a\r\nb\r\nc', 'a\nb\nc')).toEqual({ added: 0, removed: 0, hunks: [] });
  const changes = lineChanges('a\r\nb\r\nc\r\n', 'a\nB\nc\n');
  expect([changes.added, changes.removed]).toEqual([1, 1]);
});

test('a rewritten file is a single replacement', () => {
  const changes = lineChanges(
    numbered(400, i => `old ${i}`),
    numbered(300, i => `new ${i}`),
  );
  expect([changes.added, changes.removed, changes.hunks?.length]).toEqual([300, 400, 1]);
});

test('too many differences are counted but not shown as hunks', () => {
  const before = numbered(20_000, index => `line ${index}`);
  const after = numbered(20_000, index => (index % 2 ? `line ${index}` : `other ${index}`));
  expect(lineChanges(before, after)).toEqual({ added: 10_000, removed: 10_000 });
});

test('hunks too long for a message are omitted', () => {
  const changes = lineChanges(
    '',
    numbered(10_000, index => `a line of some length ${index}`),
  );
  expect(changes).toEqual({ added: 10_000, removed: 0 });
});
