import { afterEach, expect, test } from 'vitest';
import { plural, usePluralsOf } from '../../../src/base/plural';

const forms = { one: 'a file', other: 'files' };

afterEach(() => usePluralsOf(() => 'en'));

test('English has one form for one and another for all other counts', () => {
  expect([0, 1, 2, 21].map(count => plural(count, forms))).toEqual([
    ...['files', 'a file', 'files', 'files'],
  ]);
});

test('another language selects its own forms, and `other` where a form is missing', () => {
  usePluralsOf(() => 'ru');
  const russian = { ...forms, few: 'some files' };
  expect([1, 2, 5, 21].map(count => plural(count, russian))).toEqual([
    ...['a file', 'some files', 'files', 'a file'],
  ]);
});
