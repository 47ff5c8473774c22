import { beforeEach, expect, it } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import { SlowRead } from '../../../../../src/host/inspector/subjects/slowRead';
import { FakeClock } from '../../../node/fakeClock';

let clock: FakeClock;
let reading: Deferred<readonly string[]>;
let reads: number;
let late: number;
let errors: unknown[];
let slow: SlowRead<readonly string[]>;

const nothing: readonly string[] = [];

beforeEach(() => {
  clock = new FakeClock();
  reading = new Deferred();
  [reads, late, errors] = [0, 0, []];
  slow = new SlowRead({
    read: () => {
      reads += 1;
      return reading.promise;
    },
    otherwise: nothing,
    onRead: () => {
      late += 1;
    },
    onError: error => errors.push(error),
    clock,
  });
});

it('returns what is read in time, and reads it once', async () => {
  reading.resolve(['a']);
  expect(await slow.value()).toEqual(['a']);
  expect(await slow.value()).toBe(await slow.whole());
  expect([reads, late]).toEqual([1, 0]);
});

it('does without it for a while, and says when it is there', async () => {
  const early = slow.value();
  clock.advance(200);
  expect(await early).toBe(nothing);
  reading.resolve(['a']);
  expect(await slow.whole()).toEqual(['a']);
  expect(late).toBe(1);
  expect(clock.waiting).toEqual([]);
});

it('keeps what it had while it reads anew', async () => {
  reading.resolve(['a']);
  await slow.value();
  reading = new Deferred();
  slow.forget();
  const early = slow.value();
  clock.advance(200);
  expect(await early).toEqual(['a']);
  reading.resolve(['b']);
  await slow.whole();
  expect(await slow.value()).toEqual(['b']);
  expect([reads, late]).toEqual([2, 1]);
});

it('reports a failure and goes on without it', async () => {
  reading.reject(new Error('unreadable'));
  expect(await slow.value()).toBe(nothing);
  expect(errors).toEqual([new Error('unreadable')]);
});
