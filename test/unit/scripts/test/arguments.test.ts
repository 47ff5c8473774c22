import { expect, test } from 'vitest';
import { parseArguments } from '../../../../scripts/test/arguments';
import { parseStress } from '../../../../scripts/test/stressTable';

test('words are suites, or parts of paths within one suite', () => {
  expect(parseArguments([]).parts).toEqual(['check', 'unit', 'cli', 'page', 'editor']);
  expect(parseArguments(['unit', 'cli'])).toMatchObject({ parts: ['unit', 'cli'], files: [] });
  const one = parseArguments(['--suite=unit', 'cli', '--accept-counts']);
  expect(one).toMatchObject({ parts: ['unit'], files: ['cli'], acceptsCounts: true });
});

test('other arguments are passed to vitest', () => {
  const { files, options, isPick } = parseArguments(['--suite=page', 'a', '-t', 'b c', '--bail=1']);
  expect({ files, options, isPick }).toEqual({
    files: ['a'],
    options: ['-t', 'b c', '--bail=1'],
    isPick: true,
  });
});

test('unknown suites, and options without a suite, are rejected', () => {
  expect(() => parseArguments(['untit'])).toThrow('There is no suite "untit"');
  expect(() => parseArguments(['--bail=1'])).toThrow('--bail=1 needs one suite');
});

test('an option without its value is rejected', () => {
  expect(() => parseArguments(['--suite=unit', '-t'])).toThrow('-t needs a part of');
  expect(() => parseArguments(['--suite=unit', '--testTimeout', '5000'])).toThrow(
    'as one word: --testTimeout=5000',
  );
});

test('stress requires a suite and a number of rounds', () => {
  const all = { suite: 'cli', times: 3, files: ['a', 'b'] };
  expect(parseStress(['cli', '3', 'a', 'b'])).toEqual({ ...all, seed: undefined });
  expect(parseStress(['cli', '3', '--seed=7', 'a', 'b'])).toEqual({ ...all, seed: 7 });
  for (const wrong of [
    [],
    ['cli'],
    ['all', '3'],
    ['cli', '0'],
    ['cli', 'a.test.ts'],
    ['cli', '3', '--seed=a'],
  ]) {
    expect(() => parseStress(wrong)).toThrow('Usage: npm run test:stress');
  }
});
