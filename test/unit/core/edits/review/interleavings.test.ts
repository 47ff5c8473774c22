import { test } from 'vitest';
import { playInterleavings } from './interleavings';

test("in any order of edits and decisions, the user's lines stay or are merged", async () => {
  await playInterleavings(300, 4);
});
