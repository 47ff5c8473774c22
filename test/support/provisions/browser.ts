import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Progress } from '../cache';
import { installPackages, isHalfInstalled } from '../debian';
import { browserAdvice, findBrowser, playwrightFolder } from '../findBrowser';
import { runProgram } from '../npmClient';
import { Unavailable } from './unavailable';

/** Limit per attempt; Playwright makes five. */
const connectionMs = 10_000;
/** Limit without output; Playwright prints a line for each tenth of the download. */
const silenceMs = 3 * 60_000;
const startMs = 30_000;
const shell = 'chromium-headless-shell';

/** Installs a browser from Playwright, which needs no root, or from Debian as a fallback. */
export async function provideBrowser(progress: Progress): Promise<void> {
  if (await isHalfInstalled('chromium')) return installPackages(['chromium'], progress);
  const failure = await downloadFromPlaywright(progress);
  if (failure === undefined) return;
  progress(`Playwright\u2019s download failed: ${failure}`);
  try {
    await installPackages(['chromium'], progress);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new Unavailable(
      `Playwright\u2019s download failed (${failure}) and ${error.reason}`,
      `${error.remedy}, or ${browserAdvice}`,
      { cause: error },
    );
  }
}

/** @returns the reason why no browser runs, or undefined */
async function downloadFromPlaywright(progress: Progress): Promise<string | undefined> {
  if (process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD)
    return 'PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD is set';
  const folder = playwrightFolder();
  const env = {
    ...process.env,
    PLAYWRIGHT_BROWSERS_PATH: folder,
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(connectionMs),
  };
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const args = [join(dirname(manifest), 'cli.js'), 'install', shell];
  const onLine = (line: string) => {
    const [, percent, size] = /(\d+)% of ([\d.]+) MiB/.exec(line) ?? [];
    if (percent !== undefined) progress(`${percent}% of ${size} MB`);
  };
  progress(`Downloading ${shell} by Playwright to ${folder}`);
  const failure = await runProgram(process.execPath, args, { env, onLine, silenceMs }).then(
    () => undefined,
    (error: Error) =>
      /^Error: (.+)$/m.exec(error.message)?.[1] ?? `no answer within ${silenceMs / 1_000} s`,
  );
  // Playwright also installs programs for videos; if only those fail, the browser may exist.
  const path = findBrowser();
  if (path === undefined) return failure ?? 'it has unpacked no browser';
  const reason = await whyNotRunning(path);
  // Otherwise every test would find it and fail.
  if (reason !== undefined) await rm(folder, { recursive: true, force: true });
  return reason;
}

/** Browsers need libraries that a minimal system lacks and Playwright does not include. */
async function whyNotRunning(path: string): Promise<string | undefined> {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'about:blank'];
  try {
    await runProgram(path, args, { silenceMs: startMs });
    return undefined;
  } catch (error) {
    return `it does not run: ${(error instanceof Error ? error.message : String(error)).split('\n').at(-1)}`;
  }
}
