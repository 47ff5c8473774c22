import { readdir, realpath } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { messageOf, UserError } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import { type Environment, mergeEnvironment, readVariable } from '../../node/environment';
import { type FileProbe, fileProbe, findExecutable } from '../../node/executable';
import { type SpawnTarget, spawnTarget } from '../../node/spawnTarget';
import { installPlaces } from './installPlaces';

type CliSource = 'setting' | 'path' | 'place' | 'own';

/** A CLI that can be started, of a version that is not known yet. */
export interface CliCandidate {
  /** The file that was found; the setting `tandem.cli.path` could name it. */
  readonly path: string;
  readonly target: SpawnTarget;
  readonly source: CliSource;
}

/** What the search asks the file system beside `FileProbe`. */
export interface FindProbe extends FileProbe {
  /** Empty when the folder cannot be read. */
  list(folder: string): Promise<readonly string[]>;
  /** The path itself when it cannot be resolved. */
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
  /** Of the login shell. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `process.execPath` */
  readonly execPath: string;
  /** Where Tandem installs a CLI of its own. */
  readonly ownFolder?: string | undefined;
  readonly probe?: FindProbe;
  readonly log?: Log;
}

export interface FindResult {
  /** Best first. */
  readonly candidates: readonly CliCandidate[];
  /** Every place that was looked at, for the user to read. */
  readonly searched: readonly string[];
}

/**
 * All CLIs of this machine that can be started: the setting's alone when there is one, else those on
 * PATH, in the usual places, and Tandem's own.
 * @throws UserError `cli.badPath` when the setting names nothing that can be run
 */
export async function findClis(options: FindOptions): Promise<FindResult> {
  const setting = options.setting?.trim();
  if (setting) {
    return { candidates: [await fromSetting(setting, options)], searched: [setting] };
  }
  const { env, platform, home, ownFolder, probe = findProbe } = options;
  const path = platform === 'win32' ? win32 : posix;
  const places = await installPlaces({ env, platform, home, list: folder => probe.list(folder) });
  const own = ownFolder ? ownExecutables(ownFolder, platform) : [];
  const wanted: { name: string; source: CliSource }[] = [
    { name: 'claude', source: 'path' },
    ...places.map(name => ({ name, source: 'place' as const })),
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
    searched: [...new Set([...onPath, ...[...places, ...own].map(place => path.dirname(place))])],
  };
}

/**
 * What `npm install --prefix` makes: the link, and the native program that it leads to after the
 * package's install script has run, which a user's npm may forbid.
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
  const bad = (why: string, cause?: unknown) =>
    new UserError('cli.badPath', `The setting tandem.cli.path names ${setting}, ${why}.`, {
      cause,
    });
  if (!path.isAbsolute(full)) {
    throw bad('which is not a full path');
  }
  // A script needs no permission to be executed: Node reads it.
  const isScript = /\.[cm]?js$/i.test(full);
  const found = isScript
    ? (await probe.isFile(full)) && full
    : await findExecutable(full, { env, platform, probe });
  if (!found) {
    throw bad((await probe.isFile(full)) ? 'which is not executable' : 'which does not exist');
  }
  try {
    const target = await targetOf(found, await probe.realPath(found), options);
    return { path: found, target, source: 'setting' };
  } catch (error) {
    throw bad(`which cannot be run: ${messageOf(error)}`, error);
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

/** npm's link to a script is run as the script, with the Node beside the link before any other. */
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
