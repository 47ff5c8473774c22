import { expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { quietAfterEvents } from '../../../../src/host/editor/quiet';
import { FakeClock } from '../../node/fakeClock';

function setUp(hasBegun = false) {
  const clock = new FakeClock();
  const emitter = new Emitter<void>();
  let isOver = false;
  const waiting = quietAfterEvents(listener => emitter.event(listener), {
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

test('waits for silence after the first event, and each event begins it anew', async () => {
  const { emitter, after } = setUp();
  expect(await after(400)).toBe(false);
  emitter.fire();
  expect(await after(149)).toBe(false);
  emitter.fire();
  expect(await after(149)).toBe(false);
  expect(await after(1)).toBe(true);
});

test('needs no event when one has come before', async () => {
  const { after } = setUp(true);
  expect(await after(150)).toBe(true);
});

test('is over at the limit, without events or with ever more of them', async () => {
  expect(await setUp().after(1_000)).toBe(true);
  const { emitter, after } = setUp();
  for (let time = 0; time < 900; time += 100) {
    emitter.fire();
    expect(await after(100)).toBe(false);
  }
  emitter.fire();
  expect(await after(100)).toBe(true);
});

test('leaves no timer and no listener', async () => {
  const { clock, emitter, waiting, after } = setUp();
  emitter.fire();
  await after(150);
  await waiting;
  expect(clock.waiting).toEqual([]);
  expect(emitter.listenerCount).toBe(0);
});
