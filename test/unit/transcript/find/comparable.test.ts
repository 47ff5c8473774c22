import { expect, it } from 'vitest';
import { comparable, placesOf } from '../../../../src/transcript/find/comparable';

it('compares letters without their case, and blanks of any kind, place by place', () => {
  const text = 'İstanbul\tΟΔΟΣ\u00a0ÄÖ\nß';
  expect(comparable(text, false)).toBe('istanbul οδοσ äö ß');
  expect(comparable(text, false)).toHaveLength(text.length);
  expect(comparable('οδος', false)).toBe('οδοσ');
  expect(comparable('A\tb', true)).toBe('A b');
});

it('finds places that do not overlap, up to a limit, and none of nothing', () => {
  expect(placesOf('aaaaa', 'aa', 10)).toEqual([0, 2]);
  expect(placesOf('aaaaa', 'a', 3)).toEqual([0, 1, 2]);
  expect(placesOf('aaa', '', 3)).toEqual([]);
});
