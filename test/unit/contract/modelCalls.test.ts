import { expect, it } from 'vitest';
import { cacheSavings } from '../../../src/contract/modelCalls';

const usage = { input: 0, output: 0, cacheRead: 0, cacheWritten5m: 0, cacheWritten1h: 0 };

it.each([
  ['nothing cached', { input: 100, output: 9_999 }, { sent: 100, weighed: 100, saved: 0 }],
  ['a first write', { cacheWritten5m: 1_000 }, { sent: 1_000, weighed: 1_250, saved: -250 }],
  ['a write for an hour', { cacheWritten1h: 100 }, { sent: 100, weighed: 200, saved: -100 }],
  ['reads', { input: 10, cacheRead: 1_000 }, { sent: 1_010, weighed: 110, saved: 900 }],
])('the cache saves tokens of the input: %s', (_, part, expected) => {
  expect(cacheSavings({ ...usage, ...part })).toEqual(expected);
});
