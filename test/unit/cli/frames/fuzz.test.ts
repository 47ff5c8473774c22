import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { fuzzFrames } from './fuzz';

test('no change to the frames of a CLI breaks a conversation', async () => {
  expect(await fuzzFrames(50_000, randomInt(2 ** 31))).toBeGreaterThanOrEqual(50_000);
}, 120_000);
