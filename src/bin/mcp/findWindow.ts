import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/errors';
import { isOnUnknownShare } from '../../base/networkPath';
import { configFolder } from '../../cli/sessions/sessionFolder';
import { readBoundedText } from '../../node/boundedFile';
import { isAlive } from '../../node/isAlive';
import { isWithin } from '../../node/isWithin';
import { readIdeLock } from '../../protocol/ide';
import { tandemIdeName } from '../../protocol/ideNames';

/** Window of VS Code in which Tandem runs. */
export interface OpenWindow {
  readonly port: number;
  readonly token: string;
  /** Absolute paths of its folders, in all spellings. */
  readonly folders: readonly string[];
}

/** Maximum size of a lock file, in MB. */
const largest = 1;

/** Reads the lock files of windows that live. Those of other programs are no concern of ours. */
export async function openWindows(env: NodeJS.ProcessEnv): Promise<readonly OpenWindow[]> {
  const usual = configFolder({ ...env, CLAUDE_CONFIG_DIR: undefined });
  const folders = [...new Set([configFolder(env), usual])].map(folder => join(folder, 'ide'));
  const found = await Promise.all(folders.map(windowsIn));
  return [...new Map(found.flat().map(window => [window.port, window])).values()];
}

async function windowsIn(folder: string): Promise<OpenWindow[]> {
  const names = await readdir(folder).catch(() => []);
  const windows = await Promise.all(names.map(name => readWindow(folder, name)));
  return windows.flatMap(window => window ?? []);
}

async function readWindow(folder: string, name: string): Promise<OpenWindow | undefined> {
  const port = Number(/^([1-9]\d{0,4})\.lock$/.exec(name)?.[1]);
  // The folder belongs to several programs, and a file may just have been removed.
  const text = port > 0 ? await readBoundedText(join(folder, name), largest).catch(() => '') : '';
  const { pid, ideName, authToken, workspaceFolders = [] } = readIdeLock(text) ?? {};
  const isOurs = ideName === tandemIdeName && /^[\w-]{32,128}$/.test(authToken ?? '');
  return isOurs && port < 65_536 && pid !== undefined && isAlive(pid)
    ? { port, token: authToken ?? '', folders: workspaceFolders }
    : undefined;
}

/**
 * Chooses the window that has a folder open, or a folder above it; the nearest one wins.
 * @throws UserError `ide.noWindow`, `ide.severalWindows`
 */
export async function chooseWindow(
  windows: readonly OpenWindow[],
  folder: string,
): Promise<OpenWindow> {
  const depths = await Promise.all(windows.map(window => depthOf(window, folder)));
  const deepest = Math.max(0, ...depths);
  const best = windows.filter((_, index) => deepest > 0 && depths[index] === deepest);
  const [only, ...others] = best;
  if (!only) {
    throw new UserError('ide.noWindow', missingText(windows, folder));
  }
  if (others.length > 0) {
    throw new UserError(
      'ide.severalWindows',
      `${best.length} windows of VS Code have ${folder} open (${listed(best)}). Close all but one, or name a folder that only one of them has: --workspace=<folder>.`,
    );
  }
  return only;
}

/** Length of the longest folder of a window that contains a path, with links resolved; 0 if none does. */
async function depthOf({ folders }: OpenWindow, path: string): Promise<number> {
  const near = folders.filter(one => !isOnUnknownShare(one, [path], process.platform));
  const inside = await Promise.all(near.map(one => isWithin(one, path)));
  const real = near.filter((_, index) => inside[index]).map(one => realpath(one).catch(() => one));
  return Math.max(0, ...(await Promise.all(real)).map(({ length }) => length));
}

function missingText(windows: readonly OpenWindow[], folder: string): string {
  return windows.length === 0
    ? 'No window of VS Code offers the tools of Tandem. Open the folder in VS Code, trust it, and check that the setting tandem.ide.enabled is on; then call the tool again.'
    : `No window of VS Code has ${folder} open. Open it there, or start this server with --workspace=<folder> for one of: ${listed(windows)}.`;
}

function listed(windows: readonly OpenWindow[]): string {
  return windows.map(({ folders }) => folders[0] ?? 'a window without a folder').join(', ');
}
