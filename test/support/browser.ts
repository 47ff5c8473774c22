import { type Browser, chromium } from 'playwright-core';
import { browserAdvice, findBrowser } from './findBrowser';

/**
 * Headless Chromium with a profile of its own that is removed on `close()`. It is only looked for:
 * test files that run at the same time must not install one each.
 */
export async function launchBrowser(
  options: { args?: readonly string[]; headless?: boolean } = {},
): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error(
      `No Chromium is found: run "npm run provision -- browser", or ${browserAdvice}.`,
    );
  }
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    // `--headed` of the test scripts lets somebody watch.
    headless: options.headless ?? process.env.TANDEM_HEADED !== '1',
    // Chromium refuses to start its sandbox as root, which is what containers run as.
    chromiumSandbox: !asRoot,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(options.args ?? []),
    ],
  });
}
