import { describe, expect, test } from 'vitest';
import { findHunks } from '../../../../../src/core/edits/text/hunks';
import type { LineHunk } from '../../../../../src/core/edits/text/lineHunk';
import { toLines } from '../../../../../src/core/edits/text/lines';
import { linesOf, mergeLines, mergeRegions } from '../../../../../src/core/edits/text/merge';
import { isFull } from '../../../../support/extent';
import { Random } from './random';

const merge = (base: string, ours: string, theirs: string) =>
  mergeLines({ base: toLines(base), ours: toLines(ours), theirs: toLines(theirs) })?.join('');

describe('toLines', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a\n']],
    ['a\r\nb\rc\nd', ['a\r\n', 'b\r', 'c\n', 'd']],
    ['\r\r\n\n', ['\r', '\r\n', '\n']],
    ['a\r', ['a\r']],
  ])('splits %j', (text, lines) => {
    expect(toLines(text)).toEqual(lines);
  });

  test('yields lines that join to the text and have one line ending each', () => {
    const random = new Random(3);
    for (let round = 0; round < 2_000; round += 1) {
      const text = Array.from({ length: random.below(12) }, () => 'ab\r\n'[random.below(4)]).join(
        '',
      );
      const lines = toLines(text);
      expect(lines.join('')).toBe(text);
      expect(lines.every(line => /^[^\r\n]*(\r\n|\r|\n)?$/.test(line))).toBe(true);
    }
  });
});

/** Returns the old text with the hunks' new lines applied. */
function applied(
  older: readonly string[],
  newer: readonly string[],
  hunks: readonly LineHunk[],
): string[] {
  let at = -1;
  const made: string[] = [];
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    expect(oldStart > at && oldEnd >= oldStart && newEnd >= newStart).toBe(true);
    made.push(...older.slice(Math.max(at, 0), oldStart), ...newer.slice(newStart, newEnd));
    at = oldEnd;
  }
  return [...made, ...older.slice(Math.max(at, 0))];
}

test('applying hunks to the old text yields the new one', () => {
  const random = new Random(1);
  for (let round = 0; round < (isFull ? 5_000 : 1_000); round += 1) {
    const older = random.lines(30);
    const newer = random.edit(older, 6);
    expect(applied(older, newer, findHunks(older, newer))).toEqual(newer);
  }
});

test('a last line without line end is found again where it has one', () => {
  const older = ['mine\n', 'yours\n', 'one\n'];
  const newer = ['mine\n', 'one\n', 'yours\n', 'one'];
  expect(findHunks(older, newer)).toEqual([
    { oldStart: 1, oldEnd: 1, newStart: 1, newEnd: 2 },
    { oldStart: 2, oldEnd: 3, newStart: 3, newEnd: 4 },
  ]);
  expect(findHunks(['a\n', 'b'], ['a\n', 'b\n', 'c\n'])).toEqual([
    { oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 3 },
  ]);
});

test('equal last lines without line ends are found in texts with different line ends', () => {
  expect(findHunks(['new\r\n', 'old\n', 'last'], ['old\n', 'last'])).toEqual([
    { oldStart: 0, oldEnd: 1, newStart: 0, newEnd: 0 },
  ]);
});

test('hunks of texts whose last line may lack its end yield the new text', () => {
  const random = new Random(8);
  const cut = (lines: string[]) =>
    random.below(2)
      ? lines
      : lines.map((line, at) => (at === lines.length - 1 ? line.trimEnd() : line));
  for (let round = 0; round < (isFull ? 5_000 : 1_000); round += 1) {
    const lines = random.lines(12);
    const [older, newer] = [cut(lines), cut(random.edit(lines, 4))].map(text =>
      text.filter(line => line !== ''),
    );
    expect(applied(older ?? [], newer ?? [], findHunks(older ?? [], newer ?? []))).toEqual(newer);
  }
});

test('hunks of long texts with thousands of differences stay small and yield the new text', () => {
  const random = new Random(6);
  const older = Array.from({ length: 20_000 }, (_, line) =>
    line % 3 ? `${line}\n` : `${random.below(5)}\n`,
  );
  const newer = [...older];
  for (let change = 0; change < 3_000; change += 1) {
    newer.splice(random.below(newer.length), random.below(3), ...random.lines(3, 9));
  }
  const hunks = findHunks(older, newer);
  expect(hunks.length).toBeGreaterThan(1_000);
  expect(Math.max(...hunks.map(({ oldStart, oldEnd }) => oldEnd - oldStart))).toBeLessThan(50);
  expect(applied(older, newer, hunks)).toEqual(newer);
});

test('hunks of texts with reordered parts yield the new text', () => {
  const random = new Random(7);
  const parts = Array.from({ length: 200 }, (_, part) =>
    Array.from({ length: 30 }, (_, line) => (line % 2 ? '\n' : `${part} ${line}\n`)),
  );
  const [older, newer] = [parts.flat(), random.shuffle(parts).flat()];
  expect(applied(older, newer, findHunks(older, newer))).toEqual(newer);
});

test('entirely different texts yield a single hunk', () => {
  const older = Array.from({ length: 60_000 }, (_, line) => `${line % 7} old\n`);
  const newer = Array.from({ length: 60_000 }, (_, line) => `${line % 5} new\n`);
  const whole = { oldStart: 0, oldEnd: 60_000, newStart: 0, newEnd: 60_000 };
  expect(findHunks(older, newer)).toEqual([whole]);
});

describe('a three-way merge', () => {
  test('combines changes in different lines', () => {
    expect(merge('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n')).toBe('A\nb\nC\n');
    expect(merge('a\nb\n', 'A\nb\n', 'a\nB\n')).toBe('A\nB\n');
    expect(merge('a\nb\n', 'a\nb\nc\n', 'b\n')).toBe('b\nc\n');
  });

  test('takes a change made on both sides once', () => {
    expect(merge('a\nb\n', 'a\nx\n', 'a\nx\n')).toBe('a\nx\n');
  });

  test.each([
    ['the same line', 'a\nb\n', 'a\nx\n', 'a\ny\n'],
    ['insertions at one point', 'a\nb\n', 'a\nx\nb\n', 'a\ny\nb\n'],
    ['a change to a deleted line', 'a\nb\nc\n', 'a\nc\n', 'a\nB\nc\n'],
  ])('leaves conflicts over %s to the user', (_, base, ours, theirs) => {
    expect(merge(base, ours, theirs)).toBeUndefined();
  });

  test('returns the changed side when the other equals the base, and is symmetric', () => {
    const random = new Random(2);
    for (let round = 0; round < (isFull ? 10_000 : 1_000); round += 1) {
      const base = random.lines(30);
      const [one, other] = [random.edit(base), random.edit(base)];
      expect(mergeLines({ base, ours: one, theirs: base })).toEqual(one);
      expect(mergeLines({ base, ours: base, theirs: other })).toEqual(other);
      expect(mergeLines({ base, ours: one, theirs: one })).toEqual(one);
      const there = mergeLines({ base, ours: one, theirs: other });
      expect(mergeLines({ base, ours: other, theirs: one })).toEqual(there);
    }
  });

  test('joins no two lines where one had no line end', () => {
    const random = new Random(5);
    for (let round = 0; round < (isFull ? 10_000 : 1_000); round += 1) {
      const base = random.lines(10);
      const texts = { base, ours: random.edit(base), theirs: random.edit(base) };
      const merged = mergeLines(texts, ({ ours }) => linesOf(texts.ours, ours)) ?? [];
      expect(toLines(merged.join(''))).toEqual(merged);
    }
    expect(merge('A=1\nB=2\n', 'A=1\nB=2\nMINE=3', 'A=1')).toBe('A=1\nMINE=3');
    expect(merge('a\r\nb\r\n', 'a\r\nb mine', 'a\r\nb\r\nc')).toBe('a\r\nb mine\r\nc');
  });

  test('divides all three texts into regions without gaps', () => {
    const random = new Random(4);
    for (let round = 0; round < (isFull ? 5_000 : 1_000); round += 1) {
      const base = random.lines(20);
      const texts = { base, ours: random.edit(base), theirs: random.edit(base) };
      const at = { base: 0, ours: 0, theirs: 0 };
      for (const region of mergeRegions(texts)) {
        for (const side of ['base', 'ours', 'theirs'] as const) {
          expect(region[side].start).toBe(at[side]);
          at[side] = region[side].end;
        }
      }
      expect(at).toEqual({
        base: base.length,
        ours: texts.ours.length,
        theirs: texts.theirs.length,
      });
    }
  });

  test('merges long texts quickly in which every other line is blank', () => {
    const lines = (mark: string) =>
      Array.from({ length: 10_000 }, (_, line) => (line % 2 ? '\n' : `${mark}${line}\n`));
    const base = lines('line ');
    const ours = base.map((line, at) => (at % 50 === 0 ? `ours ${line}` : line));
    const theirs = base.map((line, at) => (at % 50 === 24 ? `theirs ${line}` : line));
    const merged = mergeLines({ base, ours, theirs });
    expect(merged?.filter(line => line.startsWith('ours')).length).toBe(200);
    expect(merged?.filter(line => line.startsWith('theirs')).length).toBe(200);
  });
});
