import { test } from 'vitest';
import { playInterleavings } from './interleavings';

test("in a million steps of edits and decisions, the user's lines stay or are merged", async () => {
  await playInterleavings(85_000);
}, 1_800_000);
