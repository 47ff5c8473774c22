import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { cacheFolder } from './cache';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map(variable =>
    join(process.env[variable] ?? 'C:\\', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
};

/** Path patterns of Playwright's downloads: `<browser>-<revision>/<build>/<program>`. */
const playwrightPrograms = [
  'chrome-headless-shell',
  'chrome-headless-shell.exe',
  'headless_shell',
  'chrome',
  'chrome.exe',
  'Chromium.app/Contents/MacOS/Chromium',
];

export const browserAdvice = 'install Chromium or Chrome, or set TANDEM_CHROMIUM to the executable';

/**
 * @returns undefined if there is no browser
 * @throws if a variable names a program that cannot run
 */
export function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  isExecutable: (path: string) => boolean = canExecute,
): string | undefined {
  for (const variable of ['TANDEM_CHROMIUM', 'CHROME_PATH']) {
    const path = env[variable];
    if (!path) continue;
    if (isExecutable(path)) return path;
    throw new Error(`${variable} names ${path}, which cannot be run: ${browserAdvice}.`);
  }
  const inPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .flatMap(folder => names.map(name => join(folder, name)));
  const places = [...inPath, ...(usualPlaces[process.platform] ?? [])];
  return places.find(isExecutable) ?? playwrightBrowsers(env).find(isExecutable);
}

/** Returns the folder for our Playwright download: its variable, else a folder in our cache. */
export function playwrightFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.PLAYWRIGHT_BROWSERS_PATH || join(cacheFolder(env), 'playwright');
}

/** Lists completely unpacked browsers there or in Playwright's own cache, newest first. */
function playwrightBrowsers(env: NodeJS.ProcessEnv): string[] {
  return [playwrightFolder(env), playwrightCache(env)].flatMap(root =>
    subfolders(root)
      .filter(name => /^chromium(_headless_shell)?-\d+$/.test(name))
      .filter(name => existsSync(join(root, name, 'INSTALLATION_COMPLETE')))
      .sort((one, other) => revision(other) - revision(one))
      .flatMap(name => subfolders(join(root, name)).map(build => join(root, name, build)))
      .flatMap(folder => playwrightPrograms.map(program => join(folder, program))),
  );
}

function playwrightCache(env: NodeJS.ProcessEnv): string {
  const home = env.HOME ?? homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'ms-playwright');
  const local = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  return join(local || join(home, '.cache'), 'ms-playwright');
}

function revision(folder: string): number {
  return Number(folder.split('-').at(-1));
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is missing, or the path is a file.
    return [];
  }
}

function canExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
