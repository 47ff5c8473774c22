import { expect, it } from 'vitest';
import { errorByStatus } from '../../../src/protocol/errorByStatus';

it.each([
  ['authentication', [401, 403]],
  ['billing', [402]],
  ['modelNotFound', [404]],
  ['requestTooLarge', [413]],
  ['rateLimit', [429]],
  ['server', [500, 501, 520, 524]],
  ['overloaded', [408, 502, 503, 504, 529]],
  ['invalidRequest', [400, 409, 422]],
  [undefined, [0, 200, 301]],
] as const)('gives the reason %s', (reason, statuses) => {
  expect(statuses.map(errorByStatus)).toEqual(statuses.map(() => reason));
});
