import { expect, test, vi } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import { silentLog } from '../../../../../src/base/log';
import { CollectionTimer } from '../../../../../src/core/edits/store/collectionTimer';
import { FakeClock } from '../../../node/fakeClock';

const minute = 60_000;
const hour = 60 * minute;

test('collection runs a minute after start, then every six hours, even after a failure', async () => {
  const clock = new FakeClock();
  let collected = 0;
  const collect = () => {
    collected += 1;
    return collected === 1 ? Promise.reject(new Error('no folder')) : Promise.resolve();
  };
  const timer = new CollectionTimer([{ collect }], clock, silentLog);
  expect(clock.waiting).toEqual([minute]);
  clock.advance(minute);
  await vi.waitFor(() => expect(clock.waiting).toEqual([6 * hour]));
  clock.advance(6 * hour);
  await vi.waitFor(() => expect(clock.waiting).toEqual([6 * hour]));
  expect(collected).toBe(2);
  timer.dispose();
  expect(clock.waiting).toEqual([]);
});

test('a timer disposed during a collection schedules no further one', async () => {
  const clock = new FakeClock();
  const collection = new Deferred<void>();
  const timer = new CollectionTimer([{ collect: () => collection.promise }], clock, silentLog);
  clock.advance(minute);
  timer.dispose();
  collection.resolve();
  await new Promise(setImmediate);
  expect(clock.waiting).toEqual([]);
});
