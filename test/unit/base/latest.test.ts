import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Latest } from '../../../src/base/latest';
import { FakeClock } from '../node/fakeClock';

it('runs at once, and then for the newest value after each interval', async () => {
  const clock = new FakeClock();
  const ran: number[] = [];
  const latest = new Latest<number>(700, clock, async value => void ran.push(value));
  for (const value of [1, 2, 3]) {
    latest.push(value);
  }
  await setImmediate();
  clock.advance(699);
  expect(ran).toEqual([1]);
  clock.advance(1);
  await setImmediate();
  expect(ran).toEqual([1, 3]);
  latest.push(4);
  latest.dispose();
  clock.advance(700);
  expect(ran).toEqual([1, 3]);
});
