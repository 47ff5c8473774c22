import { expect, test } from 'vitest';
import { baselineLimits } from '../../../../../src/core/edits/store/eviction';

const megabyte = 1024 * 1024;
const day = 86_400_000;

test('limits come from the settings', () => {
  expect(baselineLimits(200, 7)).toEqual({ maxSize: 200 * megabyte, maxAge: 7 * day });
});

test.each([
  ['too small', 0, -1, 50, 1],
  ['of the wrong type', '5000', null, 1000, 30],
])('limits that are %s are replaced', (_what, megabytes, days, size, age) => {
  expect(baselineLimits(megabytes, days)).toEqual({ maxSize: size * megabyte, maxAge: age * day });
});
