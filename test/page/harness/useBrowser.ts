import type { Browser } from 'playwright-core';
import type {} from './browserEnvironment';

/** Returns the browser that all files of this worker share; the test environment closes it. */
export function useBrowser(): Promise<Browser> {
  if (!globalThis.workerBrowser) {
    throw new Error(
      'Page tests run in the environment of test/page/harness/browserEnvironment.ts.',
    );
  }
  return globalThis.workerBrowser();
}
