import { expect, it } from 'vitest';
import { compareVersions } from '../../../src/base/versionOrder';

it('compares versions by their numbers', () => {
  expect(compareVersions('2.1.9', '2.1.10')).toBeLessThan(0);
  expect(compareVersions('2.1.10', '2.0.99')).toBeGreaterThan(0);
  expect(compareVersions('2.1.7', '2.1.7')).toBe(0);
});
