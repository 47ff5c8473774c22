import { expect, it } from 'vitest';
import { omitUndefined } from '../../../src/base/omitUndefined';

it('removes members without a value and keeps all others, in their order', () => {
  const members = { a: 1, b: undefined, c: null, d: '', e: 0, f: false, g: { h: undefined } };
  const kept = omitUndefined(members);
  expect(Object.entries(kept)).toEqual([
    ['a', 1],
    ['c', null],
    ['d', ''],
    ['e', 0],
    ['f', false],
    ['g', { h: undefined }],
  ]);
  expect(kept).not.toBe(members);
  expect(Object.keys(members)).toHaveLength(7);
});

it('takes no prototype from a wire', () => {
  const kept: object = omitUndefined(JSON.parse('{"__proto__": {"isAdmin": true}, "a": 1}'));
  expect(kept).toEqual({ a: 1 });
  expect('isAdmin' in kept).toBe(false);
});
