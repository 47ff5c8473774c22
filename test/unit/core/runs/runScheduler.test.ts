import { expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { RunScheduler } from '../../../../src/core/runs/runScheduler';

/** Runs that end when a test says so, in a room for so many processes. */
function bed(places = 100) {
  const begun: string[] = [];
  const ends = new Map<string, Deferred<void>>();
  const shortages: boolean[] = [];
  const state = { places };
  const scheduler = new RunScheduler({
    run: ({ id }, signal) => {
      begun.push(id);
      const end = new Deferred<void>();
      ends.set(id, end);
      signal.addEventListener('abort', () => end.resolve());
      return end.promise;
    },
    makeRoom: async running => running < state.places,
    onShortage: isShort => shortages.push(isShort),
  });
  const end = async (id: string) => {
    ends.get(id)?.resolve();
    await scheduler.settled();
    await new Promise(resolve => setImmediate(resolve));
  };
  const add = async (batch: string, atATime: number, ...ids: string[]) => {
    scheduler.add(ids.map(id => ({ id, batch, atATime })));
    await scheduler.settled();
  };
  return { scheduler, state, begun, shortages, add, end };
}

it('runs so many of a batch at a time, in order, and batches beside each other', async () => {
  const { begun, add, end } = bed();
  await add('one', 2, 'a', 'b', 'c', 'd');
  await add('two', 1, 'e', 'f');
  expect(begun).toEqual(['a', 'b', 'e']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'e', 'c']);
  await end('e');
  expect(begun).toEqual(['a', 'b', 'e', 'c', 'f']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'e', 'c', 'f', 'd']);
});

it('lacks no process any more once the last run that waits is stopped', async () => {
  const { scheduler, shortages, add } = bed(1);
  await add('one', 3, 'a', 'b');
  expect(scheduler.isShort).toBe(true);
  expect(scheduler.stop('b')).toBe(true);
  await scheduler.settled();
  expect(shortages).toEqual([true, false]);
});

it('waits for a process, says so, and goes on as soon as there is one', async () => {
  const { scheduler, state, begun, shortages, add, end } = bed(1);
  await add('one', 3, 'a', 'b', 'c');
  expect(begun).toEqual(['a']);
  expect(scheduler.isShort).toBe(true);
  await end('a');
  expect(begun).toEqual(['a', 'b']);
  state.places = 5;
  scheduler.lookAgain();
  await scheduler.settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(shortages).toEqual([true, false]);
});

it('stops what runs, and takes out what has not begun', async () => {
  const { scheduler, begun, add, end } = bed();
  await add('one', 1, 'a', 'b', 'c');
  expect(scheduler.stop('b')).toBe(true);
  expect(scheduler.stop('a')).toBe(false);
  await end('a');
  expect(begun).toEqual(['a', 'c']);
});

it('does not start what was stopped while room was made for it', async () => {
  const begun: string[] = [];
  const room = new Deferred<boolean>();
  const scheduler = new RunScheduler({
    run: async ({ id }) => void begun.push(id),
    makeRoom: () => room.promise,
    onShortage: () => undefined,
  });
  scheduler.add([{ id: 'a', batch: 'one', atATime: 1 }]);
  await Promise.resolve();
  await Promise.resolve();
  expect(scheduler.stop('a')).toBe(true);
  room.resolve(true);
  await scheduler.settled();
  expect(begun).toEqual([]);
});

it('starts nothing after its end', async () => {
  const { scheduler, begun, add, end } = bed();
  await add('one', 1, 'a', 'b');
  scheduler.close();
  await end('a');
  await add('one', 1, 'c');
  expect(begun).toEqual(['a']);
});
