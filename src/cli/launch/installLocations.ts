import { posix, win32 } from 'node:path';
import { type Environment, readVariable } from '../../node/environment';

export interface LocationOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly home: string;
  /** Lists the names in a folder; empty if it cannot be read. */
  list(folder: string): Promise<readonly string[]>;
}

/** Returns full paths without a file extension, in search order. */
export async function installLocations(options: LocationOptions): Promise<string[]> {
  const folders =
    options.platform === 'win32' ? await windowsFolders(options) : await posixFolders(options);
  const path = options.platform === 'win32' ? win32 : posix;
  const unique = new Set(folders.filter(folder => path.isAbsolute(folder)));
  return [...unique].map(folder => path.join(folder, 'claude'));
}

async function posixFolders({ platform, env, home, list }: LocationOptions): Promise<string[]> {
  const at = (...parts: string[]) => posix.join(home, ...parts);
  const from = (variable: string, ...parts: string[]) => {
    const value = env[variable];
    return value ? [posix.join(value, ...parts)] : [];
  };
  const isMac = platform === 'darwin';
  const nvm = env.NVM_DIR || at('.nvm');
  const fnm = [
    ...from('FNM_DIR'),
    at('.local/share/fnm'),
    at('.fnm'),
    at('Library/Application Support/fnm'),
  ];
  return [
    // The vendor's installers: the native one, and the older one in the configuration folder.
    at('.local/bin'),
    at('.claude/local'),
    at('.claude/local/node_modules/.bin'),
    ...(isMac ? ['/opt/homebrew/bin'] : ['/home/linuxbrew/.linuxbrew/bin']),
    '/usr/local/bin',
    '/usr/bin',
    // npm with a custom prefix.
    ...from('NPM_CONFIG_PREFIX', 'bin'),
    ...from('npm_config_prefix', 'bin'),
    at('.npm-global/bin'),
    at('.npm-packages/bin'),
    ...from('N_PREFIX', 'bin'),
    at('n/bin'),
    // Version managers and other package managers.
    ...from('VOLTA_HOME', 'bin'),
    at('.volta/bin'),
    ...(await versionFolders(posix.join(nvm, 'versions/node'), 'bin', list, posix)),
    ...(
      await Promise.all(
        fnm.map(folder =>
          versionFolders(posix.join(folder, 'node-versions'), 'installation/bin', list, posix),
        ),
      )
    ).flat(),
    ...from('ASDF_DATA_DIR', 'shims'),
    at('.asdf/shims'),
    at('.local/share/mise/shims'),
    ...from('BUN_INSTALL', 'bin'),
    at('.bun/bin'),
    ...from('PNPM_HOME'),
    isMac ? at('Library/pnpm') : at('.local/share/pnpm'),
    at('.yarn/bin'),
    at('.config/yarn/global/node_modules/.bin'),
  ];
}

async function windowsFolders({ env, home, list }: LocationOptions): Promise<string[]> {
  const at = (...parts: string[]) => win32.join(home, ...parts);
  const from = (variable: string, ...parts: string[]) => {
    const value = readVariable(env, variable, 'win32');
    return value ? [win32.join(value, ...parts)] : [];
  };
  const fnm = [...from('FNM_DIR'), ...from('APPDATA', 'fnm')];
  return [
    at('.local', 'bin'),
    at('.claude', 'local'),
    at('.claude', 'local', 'node_modules', '.bin'),
    ...from('LOCALAPPDATA', 'Microsoft', 'WinGet', 'Links'),
    ...from('LOCALAPPDATA', 'Programs', 'claude'),
    ...from('LOCALAPPDATA', 'Programs', 'claude-code'),
    ...from('APPDATA', 'npm'),
    ...from('NPM_CONFIG_PREFIX'),
    ...from('ProgramFiles', 'nodejs'),
    ...from('SCOOP', 'shims'),
    at('scoop', 'shims'),
    ...from('ProgramData', 'chocolatey', 'bin'),
    ...from('VOLTA_HOME', 'bin'),
    ...from('LOCALAPPDATA', 'Volta', 'bin'),
    ...from('NVM_SYMLINK'),
    ...(
      await Promise.all(
        fnm.map(folder =>
          versionFolders(win32.join(folder, 'node-versions'), 'installation', list, win32),
        ),
      )
    ).flat(),
    ...from('BUN_INSTALL', 'bin'),
    at('.bun', 'bin'),
    ...from('PNPM_HOME'),
    ...from('LOCALAPPDATA', 'pnpm'),
    ...from('LOCALAPPDATA', 'Yarn', 'bin'),
  ];
}

/** Returns `<root>/<version>/<below>` of every installed Node, newest first. */
async function versionFolders(
  root: string,
  below: string,
  list: LocationOptions['list'],
  path: typeof posix,
): Promise<string[]> {
  const versions = (await list(root)).filter(name => /^v?\d/.test(name));
  const newestFirst = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return newestFirst.map(version => path.join(root, version, below));
}
