import { test } from 'vitest';
import { playWindows } from './windows';

test("in 60,000 steps of two windows that may end anytime, the user's lines stay", async () => {
  await playWindows(5_000);
}, 3_600_000);
