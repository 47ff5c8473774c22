import { expect, test } from 'vitest';
import { runText } from '../../../../../src/host/agentTools/run/taskText';
import {
  failingTestLines,
  failingTests,
} from '../../../../../src/host/agentTools/run/testOutputParser';
import { runnerOutputs } from './runnerOutputs';

const told: Readonly<Record<keyof typeof runnerOutputs, readonly string[]>> = {
  vitest: [
    '- sums.test.ts > sums > adds (sums.test.ts:3): AssertionError: expected -1 to be 3 // Object.is equality',
    '- sums.test.ts > sums > knows prices (sums.test.ts:5): Error: no such price',
  ],
  jest: [
    '- sums › adds (sums.test.js:2): expect(received).toBe(expected) // Object.is equality',
    '- sums › knows prices (sums.test.js:4): no such price',
  ],
  mocha: [
    '- sums > adds (sums.spec.js:3): AssertionError [ERR_ASSERTION]: -1 == 3',
    '- sums > of prices > knows prices (sums.spec.js:5): Error: no such price',
  ],
  pytest: [
    '- test_adds (test_sums.py:7): assert -1 == 3',
    '- test_raises (test_sums.py:13): ValueError: no such price',
  ],
  node: ['- adds (/work/sums.test.mjs:2): -1 == 3'],
  nodeInTerminal: ['- adds (sums.test.mjs:2): AssertionError [ERR_ASSERTION]: -1 == 3'],
  cargo: ['- tests::adds (src/lib.rs:5): assertion `left == right` failed'],
  go: ['- TestAdds (sums_test.go:7): got -1, want 3'],
};

const runners = Object.keys(told) as (keyof typeof runnerOutputs)[];

test.each(runners)('the output of %s yields failing tests with location and reason', runner => {
  expect(failingTestLines(failingTests(runnerOutputs[runner]))).toEqual(told[runner]);
});

test('tests that share an error all list it, and repeated failures are merged', () => {
  const output = ` FAIL   unit  a.test.ts > one
 FAIL   unit  a.test.ts > two
Error: no server
 ❯ node_modules/pool/index.js:9:1
 ❯ a.test.ts:4:2
`;
  expect(failingTestLines(failingTests(output + output))).toEqual([
    '- a.test.ts > one (a.test.ts:4): Error: no server',
    '- a.test.ts > two (a.test.ts:4): Error: no server',
  ]);
});

test('a suite that failed only because of its tests is not listed', () => {
  const output = `    not ok 1 - adds
      ---
      location: '/work/a.mjs:3:3'
      failureType: 'testCodeFailure'
      error: 'no'
      ...
    1..1
not ok 1 - sums
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
`;
  expect(failingTestLines(failingTests(output))).toEqual(['- adds (/work/a.mjs:3): no']);
});

test('the list is limited, whatever was printed', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => `not ok ${at} - ${at}${'n'.repeat(900)}`);
  const lines = failingTestLines(failingTests(many.join('\n')));
  expect(lines).toHaveLength(25);
  expect(lines.join('\n').length).toBeLessThan(25 * 250);
  const one = failingTestLines(failingTests(`not ok 1 - adds\n  error: '${'w'.repeat(5_000)}'`));
  expect(one[0]?.length).toBeLessThan(400);
  expect(failingTests('12 passing\n  1) a list\n\nFAIL\n● Console\n')).toEqual([]);
});

test('the result of a test run begins with the failures', () => {
  const task = { name: 'test', source: 'npm', folder: undefined };
  const run = { outcome: 'ended', exitCode: 1, duration: 900, wasRunning: false } as const;
  const output = runnerOutputs.mocha;
  const text = runText(task, { ...run, output }, { characters: 200, isTest: true });
  expect(text).toContain(`after 0.9 s.\nFailed:\n${told.mocha.join('\n')}\nNo new problems.`);
});
