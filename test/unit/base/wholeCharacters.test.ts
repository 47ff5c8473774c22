import { expect, it } from 'vitest';
import { characterAt, head } from '../../../src/base/wholeCharacters';

it('cuts no character in two', () => {
  expect([0, 1, 2, 3, 4, 9].map(at => characterAt('a🦊b', at))).toEqual([0, 1, 1, 3, 4, 9]);
  expect([0, 1, 2, 3, 9].map(length => head('a🦊b', length))).toEqual([
    ...['', 'a', 'a', 'a🦊', 'a🦊b'],
  ]);
});
