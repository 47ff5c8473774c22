import type { Browser } from 'playwright-core';
import type { Environment } from 'vitest/runtime';
import { launchBrowser } from '../../support/browser';

declare global {
  /** Browser of this worker, launched when a file first needs it. */
  var workerBrowser: (() => Promise<Browser>) | undefined;
}

/** Pages can reach only the server of this run. */
const offline = ['--no-proxy-server', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

/** Environment of the page tests: Node with one browser, which lives as long as the worker. */
export default {
  name: 'chromium',
  viteEnvironment: 'ssr',
  setup(global: typeof globalThis) {
    let browser: Promise<Browser> | undefined;
    global.workerBrowser = () => {
      browser ??= launchBrowser({ args: offline });
      return browser;
    };
    return {
      async teardown() {
        global.workerBrowser = undefined;
        await (await browser)?.close();
      },
    };
  },
} satisfies Environment;
