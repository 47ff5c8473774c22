import { expect, test } from 'vitest';
import { comparedValues } from '../../../../../src/host/agentTools/run/comparedValues';
import { failingTests } from '../../../../../src/host/agentTools/run/testOutputParser';
import { runnerOutputs } from './runnerOutputs';

const sums = { expected: '3', actual: '-1' };

test.each([
  ['vitest', sums],
  ['jest', sums],
  ['mocha', sums],
  ['node', sums],
  ['nodeInTerminal', sums],
  ['cargo', sums],
  ['pytest', {}],
  ['go', {}],
] as const)('what an assertion of %s compared is found', (runner, values) => {
  const [adds, throws = {}] = failingTests(runnerOutputs[runner]);
  const { expected, actual } = adds ?? {};
  expect({ ...(expected ? { expected } : {}), ...(actual ? { actual } : {}) }).toEqual(values);
  // A test that throws has compared nothing.
  expect(throws).not.toHaveProperty('expected');
});

test('objects are one line, and long values are cut', () => {
  const lines = ['- Expected', '+ Received', '', '  {', '-   "a": 1,', '+   "a": 2,', '  }', ''];
  expect(comparedValues(lines)).toEqual({ expected: '"a": 1,', actual: '"a": 2,' });
  const long = comparedValues([`Expected: ${'x'.repeat(999)}`, 'Received: y']);
  expect(long.expected).toHaveLength(301);
});
