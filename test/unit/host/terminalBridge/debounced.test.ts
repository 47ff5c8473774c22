import { expect, test } from 'vitest';
import { Debounced } from '../../../../src/host/terminalBridge/debounced';
import { FakeClock } from '../../node/fakeClock';

test('the action runs once, after a quiet period', () => {
  const time = new FakeClock();
  let done = 0;
  const debounced = new Debounced(() => (done += 1), 100, time);
  debounced.soon();
  time.advance(60);
  debounced.soon();
  time.advance(60);
  expect(done).toBe(0);
  time.advance(40);
  expect(done).toBe(1);
  time.advance(1_000);
  expect(done).toBe(1);
});

test('flush runs a pending action at once, and nothing else', () => {
  const time = new FakeClock();
  let done = 0;
  const debounced = new Debounced(() => (done += 1), 100, time);
  debounced.flush();
  expect(done).toBe(0);
  debounced.soon();
  debounced.flush();
  expect(done).toBe(1);
  time.advance(1_000);
  expect(done).toBe(1);
  debounced.soon();
  debounced.dispose();
  time.advance(1_000);
  expect(done).toBe(1);
});
