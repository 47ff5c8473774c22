import { test } from 'vitest';
import { playInterleavings } from './interleavings';

test("in any order of edits and decisions, the user's lines stay or are merged", async () => {
  // About 20,000 steps.
  await playInterleavings(1_700, 4);
}, 60_000);
