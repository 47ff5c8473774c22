import { expect, test } from 'vitest';
import { isChangedSinceWritten } from '../../../../src/host/review/agentWrites';

const file = { written: 10_000, modified: 10_500, isUnsaved: false };

test.each([
  ['written by the agent last', {}, false],
  ['whose time of writing is late', { modified: 12_000 }, false],
  ['modified later', { modified: 12_001 }, true],
  ['that the agent never wrote', { written: undefined }, true],
  ['with unsaved text', { isUnsaved: true }, true],
  ['that is gone, so that nothing is overwritten', { modified: 0 }, false],
])('a file %s counts as changed: %o', (_, difference, expected) => {
  expect(isChangedSinceWritten({ ...file, ...difference })).toBe(expected);
});
