import { expect, it } from 'vitest';
import { IdleLimit } from '../../../../src/gateway/forward/limits';
import { FakeClock } from '../../node/fakeClock';

function start(limit = 100) {
  const clock = new FakeClock();
  const expired: number[] = [];
  const idle = new IdleLimit(limit, clock, () => expired.push(clock.now()));
  return { clock, expired, idle };
}

it('expires when nothing has happened for the time, and once', () => {
  const { clock, expired, idle } = start();
  for (let step = 0; step < 50; step += 1) {
    clock.advance(99);
    idle.touch();
    expect(clock.waiting).toHaveLength(1);
  }
  expect(expired).toEqual([]);
  clock.advance(99);
  clock.advance(1);
  clock.advance(1_000);
  expect(expired).toHaveLength(1);
});

it('waits for another time when it is told to', () => {
  const { clock, expired, idle } = start();
  idle.touch(500);
  clock.advance(499);
  expect(expired).toEqual([]);
  idle.touch(10);
  clock.advance(10);
  expect(expired).toEqual([509]);
});

it('is over when it is disposed of', () => {
  const { clock, expired, idle } = start();
  idle.dispose();
  clock.advance(1_000);
  expect([expired, clock.waiting]).toEqual([[], []]);
});

it('sets no timer that is longer than Node can wait', () => {
  const { clock, expired } = start(5_000_000_000);
  expect(Math.max(...clock.waiting)).toBeLessThan(2 ** 31);
  clock.advance(4_999_999_999);
  expect(expired).toEqual([]);
  clock.advance(1);
  expect(expired).toHaveLength(1);
});
