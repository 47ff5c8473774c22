import { test } from 'vitest';
import { playInterleavings } from './interleavings';

test("in thousands of orders of edits and decisions, the user's lines stay or are merged", async () => {
  await playInterleavings(5_000);
}, 300_000);
