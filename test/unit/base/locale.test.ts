import { afterEach, expect, test, vi } from 'vitest';
import {
  compactText,
  dollarText,
  fineCostText,
  numberText,
  percentText,
  speak,
  timeText,
} from '../../../src/base/locale';
import { plural } from '../../../src/base/plural';

afterEach(() => speak('en'));

/** Blanks that do not break are of no interest here. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const all = () =>
  [
    numberText(38_112),
    numberText(3.44, 1),
    numberText(2, 1),
    compactText(1_234_567),
    percentText(0.375),
    dollarText(1.37),
    dollarText(0.00421, 4),
    timeText(Date.UTC(2026, 0, 31, 15), { dateStyle: 'medium', timeZone: 'UTC' }),
  ].map(plain);

test('numbers and times are written as in English by default', () => {
  expect(all()).toEqual([
    ...['38,112', '3.4', '2.0', '1.2M', '38%', '$1.37', '$0.0042', 'Jan 31, 2026'],
  ]);
});

test('they follow the language of the editor, and so do plural forms', () => {
  speak('de');
  expect(all()).toEqual([
    ...['38.112', '3,4', '2,0', '1,2 Mio.', '38 %', '1,37 $', '0,0042 $'],
    '31.01.2026',
  ]);
  speak('ru');
  expect(plural(3, { one: 'one', few: 'few', other: 'other' })).toBe('few');
});

test.each(['', 'not a tag', 'x', 'de_DE', 'qps-ploc'])('"%s" is written as in English', tag => {
  speak(tag);
  expect(all()[0]).toBe('38,112');
});

test('a language is looked up with the first text, not at the start', () => {
  const looked = vi.spyOn(Intl.PluralRules, 'supportedLocalesOf');
  speak('de');
  expect(looked).not.toHaveBeenCalled();
  expect(numberText(1.5, 1)).toBe('1,5');
  expect(numberText(2.5, 2)).toBe('2,50');
  expect(looked).toHaveBeenCalledTimes(1);
  looked.mockRestore();
});

test('a cost has more digits the smaller it is', () => {
  expect([0, 0.00009, 0.0001, 0.0999, 0.1, 1.372].map(fineCostText)).toEqual([
    ...['$0.00', '<$0.0001', '$0.0001', '$0.0999', '$0.10', '$1.37'],
  ]);
});

test('what rounds to zero from below has no sign', () => {
  expect([dollarText(-0.001), dollarText(-0), numberText(-0.4), compactText(-0)]).toEqual([
    ...['$0.00', '$0.00', '0', '0'],
  ]);
  expect([dollarText(-0.01), numberText(-1)]).toEqual(['-$0.01', '-1']);
});

test('a time that no calendar has is a dash', () => {
  for (const at of [8.65e15, -8.65e15, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(timeText(at, { timeStyle: 'short' })).toBe('–');
  }
  expect(timeText(8.64e15, { year: 'numeric', timeZone: 'UTC' })).toBe('275760');
});
