import { expect, it } from 'vitest';
import { formatDuration } from '../../../../webview/ui/durations';

it.each([
  [850, '850 ms'],
  [12_900, '12 s'],
  [60_000, '1 min'],
  [200_000, '3 min 20 s'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
