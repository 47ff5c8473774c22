import { expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { debounceUntilIdle } from '../../../../src/host/editor/debounceUntilIdle';
import { FakeClock } from '../../node/fakeClock';

function setUp(hasBegun = false) {
  const clock = new FakeClock();
  const emitter = new Emitter<void>();
  let isOver = false;
  const waiting = debounceUntilIdle(listener => emitter.event(listener), {
    ...{ quiet: 150, limit: 1_000, hasBegun, clock },
  }).then(() => {
    isOver = true;
  });
  /** Advances the clock and returns whether the wait is over after all resulting callbacks. */
  const after = async (time: number) => {
    clock.advance(time);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    return isOver;
  };
  return { clock, emitter, waiting, after };
}

test('the wait ends after silence, which every event restarts', async () => {
  const { emitter, after } = setUp();
  expect(await after(400)).toBe(false);
  emitter.fire();
  expect(await after(149)).toBe(false);
  emitter.fire();
  expect(await after(149)).toBe(false);
  expect(await after(1)).toBe(true);
});

test('the wait needs no event if one has come before', async () => {
  const { after } = setUp(true);
  expect(await after(150)).toBe(true);
});

test('the wait ends at the limit, with or without events', async () => {
  expect(await setUp().after(1_000)).toBe(true);
  const { emitter, after } = setUp();
  for (let time = 0; time < 900; time += 100) {
    emitter.fire();
    expect(await after(100)).toBe(false);
  }
  emitter.fire();
  expect(await after(100)).toBe(true);
});

test('the wait leaves no timer and no listener', async () => {
  const { clock, emitter, waiting, after } = setUp();
  emitter.fire();
  await after(150);
  await waiting;
  expect(clock.waiting).toEqual([]);
  expect(emitter.listenerCount).toBe(0);
});
