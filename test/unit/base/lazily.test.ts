import { expect, it } from 'vitest';
import { lazily } from '../../../src/base/lazily';

it('loads on first use, once for all callers', async () => {
  let loads = 0;
  const load = lazily(async () => ++loads);
  expect(loads).toBe(0);
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

it('tells all callers of a failure, and tries again at the next use', async () => {
  let loads = 0;
  const load = lazily(async () => {
    loads++;
    if (loads === 1) {
      throw new Error('The file is missing.');
    }
    return loads;
  });
  const [one, other] = await Promise.allSettled([load(), load()]);
  expect([one.status, other.status, loads]).toEqual(['rejected', 'rejected', 1]);
  expect(await load()).toBe(2);
});
