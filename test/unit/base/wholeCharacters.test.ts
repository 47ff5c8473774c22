import { expect, it } from 'vitest';
import { characterAt, head } from '../../../src/base/wholeCharacters';

it('cuts no character in two', () => {
  expect([0, 1, 2, 3, 4, 9].map(at => characterAt('a🦊b', at))).toEqual([0, 1, 1, 3, 4, 9]);
  expect([0, 1, 2, 3, 9].map(length => head('a🦊b', length))).toEqual([
    ...['', 'a', 'a', 'a🦊', 'a🦊b'],
  ]);
});

it('stays where a half character stands alone', () => {
  expect([0, 1, 2].map(at => characterAt('\udd8a\udd8ab', at))).toEqual([0, 1, 2]);
  expect([0, 1].map(length => head('\udd8ab', length))).toEqual(['', '\udd8a']);
});
