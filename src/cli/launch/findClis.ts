import { readdir, realpath } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import { type Environment, mergeEnvironment, readVariable } from '../../node/environment';
import { type FileProbe, fileProbe, findExecutable } from '../../node/executable';
import { type SpawnTarget, spawnTarget } from '../../node/spawnTarget';
import { installLocations } from './installLocations';

type CliSource = 'setting' | 'path' | 'place' | 'own';

/** CLI that can be started; its version is not known yet. */
export interface CliCandidate {
  /** File that was found; `tandem.cli.path` could name it. */
  readonly path: string;
  readonly target: SpawnTarget;
  readonly source: CliSource;
}

/** File system access of the search, in addition to `FileProbe`. */
export interface FindProbe extends FileProbe {
  /** Lists the names in a folder; empty if it cannot be read. */
  list(folder: string): Promise<readonly string[]>;
  /** Resolves links; returns the path itself if that fails. */
  realPath(path: string): Promise<string>;
}

const findProbe: FindProbe = {
  ...fileProbe,
  list: folder => readdir(folder).catch(() => []),
  realPath: path => realpath(path).catch(() => path),
};

export interface FindOptions {
  /** `tandem.cli.path` */
  readonly setting?: string | undefined;
  /** Environment of the login shell. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `process.execPath` */
  readonly execPath: string;
  /** Folder in which Tandem installs its own CLI. */
  readonly ownFolder?: string | undefined;
  /** True if a wrapper starts the CLI: the setting may name a file that only the wrapper sees. */
  readonly isWrapped?: boolean;
  readonly probe?: FindProbe;
  readonly log?: Log;
}

export interface FindResult {
  /** Best first. */
  readonly candidates: readonly CliCandidate[];
  /** Every place that was searched, for display to the user. */
  readonly searched: readonly string[];
}

/**
 * Finds all CLIs on this machine that can be started. The setting, if present, is the only
 * candidate; otherwise PATH, the usual places and Tandem's own folder are searched.
 * @throws UserError `cli.badPath` if the setting names nothing that can be run
 */
export async function findClis(options: FindOptions): Promise<FindResult> {
  const setting = options.setting?.trim();
  if (setting) {
    return { candidates: [await fromSetting(setting, options)], searched: [setting] };
  }
  const { env, platform, home, ownFolder, probe = findProbe } = options;
  const path = platform === 'win32' ? win32 : posix;
  const locations = await installLocations({
    env,
    platform,
    home,
    list: folder => probe.list(folder),
  });
  const own = ownFolder ? ownExecutables(ownFolder, platform) : [];
  const wanted: { name: string; source: CliSource }[] = [
    { name: 'claude', source: 'path' },
    ...locations.map(name => ({ name, source: 'place' as const })),
    ...own.map(name => ({ name, source: 'own' as const })),
  ];
  const candidates = new Map<string, CliCandidate>();
  for (const { name, source } of wanted) {
    const found = await findExecutable(name, { env, platform, probe });
    const real = found === undefined ? undefined : await probe.realPath(found);
    if (found === undefined || real === undefined || candidates.has(real)) {
      continue;
    }
    const target = await tryTarget(found, real, options);
    if (target) {
      candidates.set(real, { path: found, target, source });
    }
  }
  const onPath = (readVariable(env, 'PATH', platform) ?? '').split(path.delimiter).filter(Boolean);
  return {
    candidates: [...candidates.values()],
    searched: [
      ...new Set([...onPath, ...[...locations, ...own].map(place => path.dirname(place))]),
    ],
  };
}

/**
 * Lists the executables that `npm install --prefix` creates: the link, and the native program. The
 * link leads to the program after the package's install script has run, which npm may forbid.
 */
export function ownExecutables(
  folder: string,
  platform: NodeJS.Platform,
  arch: string = process.arch,
): string[] {
  const path = platform === 'win32' ? win32 : posix;
  const modules = path.join(folder, 'node_modules');
  const native = ['', '-musl'].map(libc =>
    path.join(modules, '@anthropic-ai', `claude-code-${platform}-${arch}${libc}`, 'claude'),
  );
  return [path.join(modules, '.bin', 'claude'), ...native];
}

async function fromSetting(setting: string, options: FindOptions): Promise<CliCandidate> {
  const { env, platform, home, probe = findProbe } = options;
  const path = platform === 'win32' ? win32 : posix;
  const full = /^~[\\/]/.test(setting) ? path.join(home, setting.slice(2)) : setting;
  const bad = (message: string, cause?: unknown) =>
    new UserError('cli.badPath', message, { cause });
  const isForWrapper = options.isWrapped && /^[^\0-][^\0]*$/.test(full);
  if (isForWrapper && !(await probe.isFile(full))) {
    return { path: full, target: { command: full, args: [], env: {} }, source: 'setting' };
  }
  if (!path.isAbsolute(full)) {
    throw bad(l10n.t('The setting tandem.cli.path names {0}, which is not a full path.', setting));
  }
  // A script needs no execute permission: Node reads it.
  const isScript = /\.[cm]?js$/i.test(full);
  const found = isScript
    ? (await probe.isFile(full)) && full
    : await findExecutable(full, { env, platform, probe });
  if (!found) {
    throw bad(
      (await probe.isFile(full))
        ? l10n.t('The setting tandem.cli.path names {0}, which is not executable.', setting)
        : l10n.t('The setting tandem.cli.path names {0}, which does not exist.', setting),
    );
  }
  try {
    const target = await targetOf(found, await probe.realPath(found), options);
    return { path: found, target, source: 'setting' };
  } catch (error) {
    const message = l10n.t(
      'The setting tandem.cli.path names {0}, which cannot be run: {1}.',
      setting,
      messageOf(error),
    );
    throw bad(message, error);
  }
}

async function tryTarget(
  found: string,
  real: string,
  options: FindOptions,
): Promise<SpawnTarget | undefined> {
  try {
    return await targetOf(found, real, options);
  } catch (error) {
    const { log = silentLog } = options;
    log.warn(`${found} cannot be run: ${messageOf(error)}`);
    return undefined;
  }
}

/** Runs npm's link to a script as that script, preferring the Node next to the link. */
function targetOf(found: string, real: string, options: FindOptions): Promise<SpawnTarget> {
  const { env, platform, execPath, probe = findProbe } = options;
  const path = platform === 'win32' ? win32 : posix;
  const isScript = /\.[cm]?js$/i.test(real);
  const folders = [path.dirname(found), readVariable(env, 'PATH', platform) ?? ''];
  const search = isScript
    ? mergeEnvironment(env, { PATH: folders.join(path.delimiter) }, platform)
    : env;
  return spawnTarget(isScript ? real : found, { env: search, platform, execPath, probe });
}
