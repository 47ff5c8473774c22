import { expect, it } from 'vitest';
import { axisTicks } from '../../../../../webview/inspector/parts/axisTicks';
import { cutText } from '../../../../../webview/inspector/parts/cutText';
import {
  axisTime,
  clockTime,
  costText,
  fullTime,
  shortCount,
  shortTime,
} from '../../../../../webview/inspector/parts/figures';

it.each([
  [0, '0'],
  [9_999, '9,999'],
  [10_000, '10.0k'],
  [99_949, '99.9k'],
  [99_950, '100k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
  [1_234_567, '1.2M'],
])('writes %d tokens as %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});

it.each([
  [0, '0 ms', '0'],
  [999, '999 ms', '999 ms'],
  [999.6, '1.0 s', '1000 ms'],
  [1_449, '1.4 s', '1.4 s'],
  [50_000, '50.0 s', '50 s'],
  [59_990, '59 s', '60 s'],
  [100_000, '1 min 40 s', '1:40'],
])('writes %d milliseconds as %s, and on an axis as %s', (ms, text, onAxis) => {
  expect(shortTime(ms)).toBe(text);
  expect(axisTime(ms)).toBe(onAxis);
});

it('takes times that no calendar has', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, -9e15].map(clockTime)).toEqual(['–', '–', '–']);
  expect(fullTime(1e300)).toBe('–');
  expect(clockTime(0)).toMatch(/^\d\d:00:00$/);
});

it('says which costs are of list prices', () => {
  expect(costText({ usd: 0.1382, basis: 'list' })).toBe('≈ $0.14');
  expect(costText({ usd: 0.1382, basis: 'reported' })).toBe('$0.14');
  expect(costText({ usd: 0.00001, basis: 'list' })).toBe('<$0.0001');
});

it('cuts texts without leaving half of a character', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('ab…');
  expect(cutText('a😀bc', 3)).toBe('a…');
});

it.each([
  [48_000, 6],
  [48_000, 2],
  [950, 8],
  [1, 4],
  [90_000_000, 5],
])('puts round times on an axis of %d ms, at most %d', (duration, most) => {
  const ticks = axisTicks(duration, most);
  expect(ticks[0]).toBe(0);
  expect(ticks.length).toBeLessThanOrEqual(most);
  expect(ticks.at(-1)).toBeLessThanOrEqual(duration);
  const steps = ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0));
  expect(new Set(steps).size).toBeLessThanOrEqual(1);
});

it('has at least two ticks where there is room for three', () => {
  expect(axisTicks(48_000, 3).length).toBeGreaterThanOrEqual(2);
});
