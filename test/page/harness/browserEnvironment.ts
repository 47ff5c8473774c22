import type { Browser } from 'playwright-core';
import type { Environment } from 'vitest/runtime';
import { launchBrowser } from '../../support/browser';

declare global {
  /** The browser of this worker, started when a file first wants it. */
  var workerBrowser: (() => Promise<Browser>) | undefined;
}

/** No page reaches anything but the server of this run. */
const offline = ['--no-proxy-server', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

/** Where the page tests run: Node with one browser, which lives as long as the worker. */
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
