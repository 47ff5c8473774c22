import { expect, it } from 'vitest';
import { axisTicks } from '../../../../../webview/inspector/parts/axisTicks';

it.each([
  [48_000, 2, [0, 30_000]],
  [50_000, 5, [0, 15_000, 30_000, 45_000]],
  [4, 2, [0, 3]],
  [3 * 3_600_000, 2, [0, 2 * 3_600_000]],
])('makes round times of %i ms, at most %i', (duration, most, expected) => {
  expect(axisTicks(duration, most)).toEqual(expected);
});

it.each([2, 3, 7])('has more than its beginning, and never more than %i', most => {
  for (const duration of [
    2, 4, 10, 45, 999, 4_000, 48_000, 60_001, 240_000, 3_600_000, 86_400_000,
  ]) {
    const ticks = axisTicks(duration, most);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(most);
  }
});
