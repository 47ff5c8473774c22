import { describe, expect, test } from 'vitest';
import { fileTree } from '../../../../../../src/host/agentTools/read/text/fileTree';
import { parseGitStatus } from '../../../../../../src/host/agentTools/read/text/gitStatus';
import { counted, listing } from '../../../../../../src/host/agentTools/read/text/listing';
import { numberedLines } from '../../../../../../src/host/agentTools/read/text/numberedLines';

describe('a list', () => {
  const entries = ['a', 'b', 'c', 'd', 'e'];

  test('is complete if it fits', () => {
    expect(listing(entries, { heading: 'five', usual: 5 })).toBe('five\na\nb\nc\nd\ne');
    expect(listing([], { heading: 'none', usual: 5 })).toBe('none');
  });

  test('says how to get the rest if it is longer', () => {
    expect(listing(entries, { heading: 'five', usual: 2 })).toBe(
      'five\na\nb\n(1 to 2 of 5. More: offset 2.)',
    );
    expect(listing(entries, { heading: 'five', usual: 2, offset: 2, limit: 3 })).toBe(
      'five\nc\nd\ne',
    );
    expect(listing(entries, { heading: 'five', usual: 2, offset: 9 })).toBe(
      'five\n(There are 5: offset 9 is beyond the last.)',
    );
    expect(listing(entries, { heading: 'many', usual: 9, total: 700 })).toBe(
      'many\na\nb\nc\nd\ne\n(1 to 5 of 700. Narrow the question.)',
    );
  });

  test('never exceeds its size limit and can always be continued', () => {
    const long = Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(390)}`);
    const text = listing(long, { heading: 'long', usual: 1_000 });
    expect(text.length).toBeLessThan(25_000);
    const next = Number(/More: offset (\d+)/.exec(text)?.[1]);
    expect(listing(long, { heading: 'long', usual: 1_000, offset: next })).toContain(`\n${next} `);
    const wide = listing(['y'.repeat(1_000_000)], { heading: 'wide', usual: 1 });
    expect(wide).toContain('… (1000000 characters)');
    expect(wide.length).toBeLessThan(1_000);
  });

  test('counts with singular and plural nouns', () => {
    expect(counted(1, 'file')).toBe('1 file');
    expect(counted(2, 'entry', 'entries')).toBe('2 entries');
  });
});

describe('lines of a file', () => {
  const lines = ['one', 'two', 'three'];

  test('are numbered, with a note on what follows', () => {
    expect(numberedLines(lines, { heading: 'f', line: 2, limit: 1 })).toBe(
      'f\n2\ttwo\n(Lines 2 to 2 of 3. More: line 3.)',
    );
    expect(numberedLines(lines, { heading: 'f', line: 2, limit: 9 })).toBe('f\n2\ttwo\n3\tthree');
    expect(numberedLines(lines, { heading: 'f', line: 4, limit: 1 })).toContain('no line 4');
  });

  test('are limited in size and can be continued', () => {
    const many = Array.from({ length: 2_000 }, () => 'z'.repeat(390));
    const text = numberedLines(many, { heading: 'f', line: 1, limit: 2_000 });
    expect(text.length).toBeLessThan(41_000);
    expect(text).toMatch(/\(Lines 1 to (\d+) of 2000\. More: line \d+\.\)$/);
  });
});

test('a tree lists folders first and counts the files below its last level', () => {
  const paths = ['b.ts', 'src/z.ts', 'src/deep/a.ts', 'src/deep/er/b.ts', 'a.ts'];
  expect(fileTree(paths, 2)).toEqual([
    'src/ (3 files)',
    '  deep/ (2 files)',
    '  z.ts',
    'a.ts',
    'b.ts',
  ]);
  expect(fileTree(paths, 1)).toEqual(['src/ (3 files)', 'a.ts', 'b.ts']);
});

test("git's status codes are spelled out", () => {
  const text = [' M a b.ts', 'M  c.ts', 'AM d.ts', 'R  new.ts', 'old.ts', '?? e.ts', 'UU f.ts', ''];
  expect(parseGitStatus(text.join('\0'))).toEqual([
    { path: 'a b.ts', status: 'modified' },
    { path: 'c.ts', status: 'modified (staged)' },
    { path: 'd.ts', status: 'added (staged), modified' },
    { path: 'new.ts', from: 'old.ts', status: 'renamed (staged)' },
    { path: 'e.ts', status: 'untracked' },
    { path: 'f.ts', status: 'in conflict' },
  ]);
  expect(parseGitStatus('')).toEqual([]);
});
