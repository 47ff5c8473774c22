import { expect, it } from 'vitest';
import { Throttled } from '../../../src/base/throttled';
import { FakeClock } from '../node/fakeClock';

it('runs once for all requests of an interval, at its end, and not after its own end', () => {
  const clock = new FakeClock();
  let runs = 0;
  const throttled = new Throttled(() => (runs += 1), 50, clock);
  throttled.request();
  clock.advance(49);
  throttled.request();
  expect(runs).toBe(0);
  clock.advance(1);
  expect(runs).toBe(1);
  clock.advance(50);
  expect(runs).toBe(1);
  throttled.request();
  throttled.dispose();
  clock.advance(100);
  expect(runs).toBe(1);
});
