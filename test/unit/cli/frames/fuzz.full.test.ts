import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { fuzzFrames } from './fuzz';

test('no change to a million frames of a CLI breaks a conversation', async () => {
  expect(await fuzzFrames(1_000_000, randomInt(2 ** 31))).toBeGreaterThanOrEqual(1_000_000);
}, 600_000);
