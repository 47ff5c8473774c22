import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser';

let launched: Promise<Browser> | undefined;

/**
 * The browser of this process, launched when it is first asked for. Each window has a context of its
 * own in it. It ends with the process.
 */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}
