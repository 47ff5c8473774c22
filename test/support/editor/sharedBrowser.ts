import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser';

let launched: Promise<Browser> | undefined;

/**
 * Returns the browser of this process, launched on first use, and anew if it was closed or has
 * crashed. Each window has a separate context. The browser ends with the process.
 */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser().then(browser => {
    browser.once('disconnected', () => {
      launched = undefined;
    });
    return browser;
  });
  return launched;
}
