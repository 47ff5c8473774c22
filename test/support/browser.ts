import { type Browser, chromium } from 'playwright-core';
import { browserAdvice, findBrowser } from './findBrowser';

/**
 * Launches headless Chromium with a temporary profile that `close()` removes. Never installs a
 * browser: test files that run in parallel must not install one each.
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
    // `--headed` of the test scripts shows the browser.
    headless: options.headless ?? process.env.TANDEM_HEADED !== '1',
    // Chromium refuses to start its sandbox as root, the usual user in containers.
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
