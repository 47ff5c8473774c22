import { expect, it } from 'vitest';
import { acceptanceOf, acceptanceVariable } from '../../../support/pictures/acceptance';

it('takes nothing over unless it is asked to, and refuses what it does not know', () => {
  expect(acceptanceOf({})).toBeUndefined();
  expect(acceptanceOf({ [acceptanceVariable]: 'some' })).toBe('some');
  expect(acceptanceOf({ [acceptanceVariable]: 'all' })).toBe('all');
  expect(() => acceptanceOf({ [acceptanceVariable]: '1' })).toThrow('should be "all" or "some"');
});
