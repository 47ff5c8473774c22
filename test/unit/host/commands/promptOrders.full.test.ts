import { test } from 'vitest';
import { playPromptOrders } from './promptOrders';

test('in 200 orders of prompts, no key answers a prompt that has just come first', async () => {
  await playPromptOrders(200, 60);
}, 120_000);
