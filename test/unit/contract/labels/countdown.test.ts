import { expect, it } from 'vitest';
import { countdown } from '../../../../src/contract/labels/countdown';

it('counts down by whole seconds, to nothing', () => {
  expect([192_000, 191_001, 59_000, 3_729_000, 1, 0, -5_000].map(countdown)).toEqual([
    ...['3:12', '3:12', '0:59', '1:02:09', '0:01', '0:00', '0:00'],
  ]);
});
