import { expect, test } from 'vitest';
import { TimeSlices } from '../../../src/node/timeSlices';
import { FakeClock } from './fakeClock';

/** Counts the turns of the event loop during some work. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    if (!isOver) {
      turns += 1;
      setImmediate(count);
    }
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

/** Does 100 steps of this many milliseconds each. */
function steps(milliseconds: number): Promise<void> {
  const clock = new FakeClock();
  const slices = new TimeSlices(clock);
  return (async () => {
    for (let step = 0; step < 100; step += 1) {
      clock.advance(milliseconds);
      await slices.pause();
    }
  })();
}

test('short work is not interrupted', async () => {
  expect(await turnsDuring(() => steps(0))).toBe(0);
});

test('others have their turn after each slice of long work', async () => {
  expect(await turnsDuring(() => steps(4))).toBeGreaterThanOrEqual(24);
  expect(await turnsDuring(() => steps(20))).toBeGreaterThanOrEqual(99);
});
