import { test } from 'vitest';
import { playInterleavings } from './interleavings';

test("in any order of edits and decisions, the user's lines stay or are merged", async () => {
  // About 7,000 steps; the full run takes more.
  await playInterleavings(600, 4);
}, 60_000);
