import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runNpm, runProgram } from './npmClient';
import { Unavailable } from './provisions/unavailable';

/** Receives one printable line of progress. */
export type Progress = (line: string) => void;

const silent: Progress = () => undefined;
const stampFile = '.tandem-stamp';
const asideMark = '.tmp-';

/** Returns the folder for downloads, kept between runs outside the clone. May not exist yet. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, home = homedir()): string {
  if (env.TANDEM_CACHE) return env.TANDEM_CACHE;
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'tandem-code');
}

/** Content that is built once and kept in a cache folder. */
export interface Content {
  /** Readable folder name, for example `code-server-4.139.1-linux-x64`. */
  name: string;
  /**
   * All inputs of the build (versions, integrities, steps). A different recipe gets another folder.
   */
  recipe: string;
}

export interface ProvisionOptions extends Content {
  /** Fills the given empty folder. */
  build: (folder: string, progress: Progress) => Promise<void>;
  progress?: Progress | undefined;
  /** Cache folder; default `cacheFolder()`. */
  root?: string | undefined;
}

/** Returns the folder of a previous build; undefined if there is none or it is incomplete. */
export async function findContent(
  { name, recipe }: Content,
  root = cacheFolder(),
): Promise<string | undefined> {
  const folder = folderOf(root, { name, recipe });
  const stamp = await readFile(join(folder, stampFile), 'utf8').catch(() => undefined);
  return stamp === recipe ? folder : undefined;
}

/**
 * Builds content once and returns its folder. Builds in a temporary folder and renames it, so that
 * a folder with a stamp is complete even if a build was killed. Callers hold the cache's lock.
 */
export async function provisionOnce(options: ProvisionOptions): Promise<string> {
  const { build, progress = silent, root = cacheFolder() } = options;
  const found = await findContent(options, root);
  if (found !== undefined) return found;
  const folder = folderOf(root, options);
  await mkdir(root, { recursive: true });
  const aside = await mkdtemp(`${folder}${asideMark}`);
  try {
    await build(aside, progress);
    await writeFile(join(aside, stampFile), options.recipe);
    await rm(folder, { recursive: true, force: true });
    await rename(aside, folder);
  } finally {
    await removeFolder(aside);
  }
  return folder;
}

/** Removes incomplete builds of killed processes. Callers hold the cache's lock. */
export async function removeHalfBuilt(root = cacheFolder()): Promise<void> {
  for (const entry of await readdir(root)) {
    if (entry.includes(asideMark)) await removeFolder(join(root, entry));
  }
}

export interface NpmPackageOptions {
  /** Paths in the package to unpack. Default: everything. */
  only?: readonly string[] | undefined;
  progress?: Progress | undefined;
  root?: string | undefined;
}

/** Describes an npm package at an exact version, complete or limited to some paths. */
export function npmContent(
  name: string,
  version: string,
  integrity: string,
  only: readonly string[] = [],
): Content {
  return {
    name: `npm-${name.replace('@', '').replace('/', '-')}-${version}`,
    recipe: JSON.stringify({ name, version, integrity, only }),
  };
}

/**
 * Returns the folder of an npm package, fetched once from the user's registry. Rejects if the
 * tarball's sha512 differs from `integrity` (the registry's `sha512-…` form).
 */
export function npmPackage(
  name: string,
  version: string,
  integrity: string,
  { only, progress, root }: NpmPackageOptions = {},
): Promise<string> {
  return provisionOnce({
    ...npmContent(name, version, integrity, only),
    progress,
    root,
    build: (folder, report) =>
      unpackNpmPackage(name, version, integrity, folder, { only, progress: report }),
  });
}

/** Fetches and checks a package like `npmPackage`, and unpacks it into an existing folder. */
export async function unpackNpmPackage(
  name: string,
  version: string,
  integrity: string,
  folder: string,
  { only = [], progress = silent }: Omit<NpmPackageOptions, 'root'> = {},
): Promise<void> {
  const download = await mkdtemp(join(folder, '.download-'));
  try {
    progress(`Downloading ${name} ${version} from the npm registry`);
    const tarball = await packTarball(`${name}@${version}`, download);
    await checkIntegrity(tarball, integrity, `${name}@${version}`);
    progress(`Unpacking ${name} ${version}`);
    const members = only.map(path => `package/${path}`);
    await runProgram('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1', ...members]);
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}

async function packTarball(spec: string, folder: string): Promise<string> {
  // Using the cache folder as working directory ignores a project's .npmrc.
  await runNpm(['pack', spec, '--ignore-scripts', '--pack-destination', folder], folder, spec);
  const file = (await readdir(folder)).find(entry => entry.endsWith('.tgz'));
  if (!file) throw new Error(`npm pack ${spec} left no tarball in ${folder}`);
  return join(folder, file);
}

/** Rejects if the file's content does not match `integrity`. */
export async function checkIntegrity(file: string, integrity: string, what: string): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const actual = `sha512-${hash.digest('base64')}`;
  if (actual === integrity) return;
  throw new Unavailable(
    `${what} has the wrong content (expected ${integrity}, got ${actual}), so it was not unpacked`,
    'run "npm cache clean --force" or use another npm registry',
  );
}

function folderOf(root: string, { name, recipe }: Content): string {
  const hash = createHash('sha256').update(recipe).digest('hex').slice(0, 10);
  return join(root, `${name}-${hash}`);
}

/** Retries because an orphaned process may still be writing into the folder. */
function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
