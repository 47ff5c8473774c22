import type { Page } from 'playwright-core';

/** Far enough from now for the call that names it to arrive before. */
const ahead = 60_000;

/**
 * Stops the page's clock, in which time then passes by `page.clock.runFor` only: between `install`
 * and the next step, a busy machine may take seconds. Drawing needs time, too: a step of 100 ms.
 * @returns the time of the page in ms
 */
export async function stopClock(page: Page): Promise<number> {
  const time = Date.now() + ahead;
  await page.clock.install();
  await page.clock.pauseAt(time);
  return time;
}
