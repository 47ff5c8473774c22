import { expect, it } from 'vitest';
import { rulePatterns } from '../../../../src/cli/memory/rulePatterns';

it.each([
  ['src/**', ['src/**']],
  ['a/**, b/{c,d}.ts', ['a/**', 'b/{c,d}.ts']],
  [
    ['x/*.ts', 'y'],
    ['x/*.ts', 'y'],
  ],
  ['**', []],
  ['**/*', ['**/*']],
  [[], []],
  [5, []],
  [undefined, []],
])('reads %j', (value, patterns) => {
  expect(rulePatterns(value)).toEqual(patterns);
});
