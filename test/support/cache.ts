import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withFileLock } from './cacheLock';
import { runNpm, runProgram } from './npmClient';

/** Receives one line of progress, fit to be printed as it is. */
export type Progress = (line: string) => void;

const silent: Progress = () => undefined;
const stampFile = '.tandem-stamp';
const abandonedAfterMs = 60 * 60 * 1_000;

/** Where downloads are kept between runs, outside the clone. It may not exist yet. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, home = homedir()): string {
  if (env.TANDEM_CACHE) return env.TANDEM_CACHE;
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'tandem-code');
}

export interface ProvisionOptions {
  /** Readable folder name, for instance `code-server-4.139.1-linux-x64`. */
  name: string;
  /** Everything that decides the content (versions, integrities, steps): another recipe is another folder. */
  recipe: string;
  /** Fills the empty folder that it is given. */
  build: (folder: string, progress: Progress) => Promise<void>;
  progress?: Progress | undefined;
  /** Cache folder; default `cacheFolder()`. */
  root?: string | undefined;
}

/**
 * Builds something once and returns its folder. It is built aside and renamed into place, so that
 * a folder with a stamp is always complete, whoever was killed and however many asked at once.
 */
export async function provisionOnce(options: ProvisionOptions): Promise<string> {
  const { name, recipe, build, progress = silent, root = cacheFolder() } = options;
  const hash = createHash('sha256').update(recipe).digest('hex').slice(0, 10);
  const folder = join(root, `${name}-${hash}`);
  if (await isComplete(folder, recipe)) return folder;
  await withFileLock(
    `${folder}.lock`,
    async () => {
      if (await isComplete(folder, recipe)) return;
      await removeAbandoned(root, `${name}-${hash}.tmp-`);
      const aside = await mkdtemp(`${folder}.tmp-`);
      try {
        await build(aside, progress);
        await writeFile(join(aside, stampFile), recipe);
        await rm(folder, { recursive: true, force: true });
        await rename(aside, folder);
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
    },
    holder => progress(`Waiting for another process (${holder}) that is preparing ${name}`),
  );
  return folder;
}

export interface NpmPackageOptions {
  /** Paths inside the package to unpack; default everything. */
  only?: readonly string[] | undefined;
  progress?: Progress | undefined;
  root?: string | undefined;
}

/**
 * The folder of an npm package at an exact version, fetched once from the user's registry. Rejects
 * when the tarball's sha512 differs from `integrity` (the registry's `sha512-…` form).
 */
export function npmPackage(
  name: string,
  version: string,
  integrity: string,
  options: NpmPackageOptions = {},
): Promise<string> {
  return provisionOnce({
    name: `npm-${name.replace('@', '').replace('/', '-')}-${version}`,
    recipe: JSON.stringify({ name, version, integrity, only: options.only ?? [] }),
    progress: options.progress,
    root: options.root,
    build: (folder, progress) =>
      unpackNpmPackage(name, version, integrity, folder, { only: options.only, progress }),
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
  // The cache folder as working directory keeps a project's own .npmrc out of it.
  await runNpm(['pack', spec, '--ignore-scripts', '--pack-destination', folder], folder, spec);
  const file = (await readdir(folder)).find(entry => entry.endsWith('.tgz'));
  if (!file) throw new Error(`npm pack ${spec} left no tarball in ${folder}`);
  return join(folder, file);
}

/** Rejects when the file's content is not the one that `integrity` names. */
export async function checkIntegrity(file: string, integrity: string, what: string): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const actual = `sha512-${hash.digest('base64')}`;
  if (actual === integrity) return;
  throw new Error(
    `${what} has the wrong content: expected ${integrity}, got ${actual}. ` +
      'The registry or something on the way altered it; nothing was unpacked.',
  );
}

async function isComplete(folder: string, recipe: string): Promise<boolean> {
  const stamp = await readFile(join(folder, stampFile), 'utf8').catch(() => undefined);
  return stamp === recipe;
}

/** Removes what a killed process left half built; younger ones may belong to a live one. */
async function removeAbandoned(root: string, prefix: string): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const entry of await readdir(root)) {
    if (!entry.startsWith(prefix)) continue;
    const path = join(root, entry);
    const info = await stat(path).catch(() => undefined);
    if (info && Date.now() - info.mtimeMs > abandonedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
