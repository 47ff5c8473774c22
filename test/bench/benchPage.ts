import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { openComponentPage } from '../support/componentPage';
import type {} from '../support/pages/markdownBench';
import { themes } from '../support/themes';

/** Runs a measurement in Chromium, in a page with our components and styles. */
export async function inBenchPage<T>(measure: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    const styles = ['markdown', 'highlight', 'diff'];
    const opened = await openComponentPage(browser, 'markdownBench.tsx', styles);
    await opened.setTheme(themes.dark);
    return await measure(opened.page);
  } finally {
    await browser.close();
  }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Returns the CPU ms of the page's main thread, which other work on the machine does not affect.
 */
export async function cpuOf(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await read();
  await work();
  const used = (await read()) - before;
  await session.detach();
  return used;
}
