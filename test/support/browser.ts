import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import type { Progress } from './cache';
import { installPackages, isDebianAsRoot } from './debian';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map(variable =>
    join(process.env[variable] ?? 'C:\\', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
};

const advice =
  'Install Chromium or Chrome, or set TANDEM_CHROMIUM to the executable. ' +
  'On Debian: apt-get install chromium.';

/** Chromium's executable; on Debian as root it is installed when there is none. */
async function provideBrowser(progress: Progress = console.log): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  if (!isDebianAsRoot()) throw new Error(`No Chromium found. ${advice}`);
  await installPackages(['chromium'], progress);
  const installed = findBrowser();
  if (!installed) throw new Error(`apt-get installed chromium, yet none is found. ${advice}`);
  return installed;
}

/** Undefined when there is none. Throws when the variable names something that cannot be run. */
export function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  isExecutable: (path: string) => boolean = canExecute,
): string | undefined {
  for (const variable of ['TANDEM_CHROMIUM', 'CHROME_PATH']) {
    const path = env[variable];
    if (!path) continue;
    if (isExecutable(path)) return path;
    throw new Error(`${variable} names ${path}, which cannot be run. ${advice}`);
  }
  const inPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .flatMap(folder => names.map(name => join(folder, name)));
  return [...inPath, ...(usualPlaces[process.platform] ?? [])].find(isExecutable);
}

/** Headless Chromium with a profile of its own that is removed on `close()`. */
export async function launchBrowser(
  options: { args?: readonly string[]; headless?: boolean; progress?: Progress } = {},
): Promise<Browser> {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: await provideBrowser(options.progress),
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

function canExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
