import { test } from 'vitest';
import { playWindows } from './windows';

test("in two windows that may end anytime, the user's lines stay", async () => {
  // About 180 steps.
  await playWindows(16, 4);
}, 60_000);
