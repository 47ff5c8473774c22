import { expect, test } from 'vitest';
import { parseArguments } from '../../../../scripts/test/arguments';
import { parseStress } from '../../../../scripts/test/stressTable';

test('words are suites, and in one suite they are parts of paths', () => {
  expect(parseArguments([]).parts).toEqual(['check', 'unit', 'cli', 'page', 'editor']);
  expect(parseArguments(['unit', 'cli'])).toMatchObject({ parts: ['unit', 'cli'], files: [] });
  const one = parseArguments(['--suite=unit', 'cli', '--accept-counts']);
  expect(one).toMatchObject({ parts: ['unit'], files: ['cli'], acceptsCounts: true });
});

test('what is not ours goes to vitest', () => {
  const { files, options, isPick } = parseArguments(['--suite=page', 'a', '-t', 'b c', '--bail=1']);
  expect({ files, options, isPick }).toEqual({
    files: ['a'],
    options: ['-t', 'b c', '--bail=1'],
    isPick: true,
  });
});

test('a word that is no suite, and an option that no suite is named for, are refused', () => {
  expect(() => parseArguments(['untit'])).toThrow('There is no suite "untit"');
  expect(() => parseArguments(['--bail=1'])).toThrow('--bail=1 needs one suite');
});

test('stress wants a suite and how often', () => {
  const all = { suite: 'cli', times: 3, files: ['a', 'b'] };
  expect(parseStress(['cli', '3', 'a', 'b'])).toEqual({ ...all, seed: undefined });
  expect(parseStress(['cli', '3', '--seed=7', 'a', 'b'])).toEqual({ ...all, seed: 7 });
  for (const wrong of [[], ['cli'], ['all', '3'], ['cli', '0'], ['cli', 'a.test.ts']]) {
    expect(() => parseStress(wrong)).toThrow('Usage: npm run test:stress');
  }
});
