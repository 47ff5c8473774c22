import { expect, test } from 'vitest';
import type { Clock } from '../../../../src/base/clock';
import { Debounced } from '../../../../src/host/ide/debounced';

class Time implements Clock {
  private at = 0;
  private readonly timers = new Set<{ due: number; fire: () => void }>();

  now(): number {
    return this.at;
  }

  setTimeout(fire: () => void, delay: number) {
    const timer = { due: this.at + delay, fire };
    this.timers.add(timer);
    return { dispose: () => void this.timers.delete(timer) };
  }

  pass(time: number): void {
    this.at += time;
    for (const timer of [...this.timers].filter(({ due }) => due <= this.at)) {
      this.timers.delete(timer);
      timer.fire();
    }
  }
}

test('it is done once, when nobody has asked for a while', () => {
  const time = new Time();
  let done = 0;
  const debounced = new Debounced(() => (done += 1), 100, time);
  debounced.soon();
  time.pass(60);
  debounced.soon();
  time.pass(60);
  expect(done).toBe(0);
  time.pass(40);
  expect(done).toBe(1);
  time.pass(1_000);
  expect(done).toBe(1);
});

test('a flush does at once what was asked for, and nothing else', () => {
  const time = new Time();
  let done = 0;
  const debounced = new Debounced(() => (done += 1), 100, time);
  debounced.flush();
  expect(done).toBe(0);
  debounced.soon();
  debounced.flush();
  expect(done).toBe(1);
  time.pass(1_000);
  expect(done).toBe(1);
  debounced.soon();
  debounced.dispose();
  time.pass(1_000);
  expect(done).toBe(1);
});
