import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cacheFolder, findContent, npmContent, npmPackage, type Progress } from '../cache';
import { betweenPins, type CliPin, cliPins } from './cliPins';
import { scriptNode } from './scriptNode';

/** Old CLI versions that tests run, from `cliPins.ts`. */
export type OldCliVersion = keyof typeof cliPins;
export type CliVersion = 'newest' | OldCliVersion;
/** Further versions that the full run starts. */
export type BetweenVersion = keyof typeof betweenPins;
export const betweenVersions: readonly BetweenVersion[] = [
  '2.1.50',
  '2.1.150',
  '2.1.260',
  '2.1.300',
];
export const cliVersions: readonly CliVersion[] = [
  'newest',
  '2.1.200',
  '2.1.120',
  '2.1.7',
  '2.0.36',
];

/** Command to start a CLI: `spawn(command, [...prefix, ...argv])`. */
export interface CliBinary {
  version: string;
  command: string;
  /** Leading arguments: the script for versions that run on Node (up to 2.1.112), else empty. */
  prefix: readonly string[];
  /** File that a `tandem.cli.path` setting would name. */
  path: string;
}

const require = createRequire(import.meta.url);
const nativeName = process.platform === 'win32' ? 'claude.exe' : 'claude';

/** Returns the real CLI. Old versions must be in the cache: tests download nothing. */
export async function cliBinary(version: CliVersion | BetweenVersion): Promise<CliBinary> {
  if (version === 'newest') return newestCli();
  const { pin, isScript } = pinOf(version);
  const folder = await findContent(npmContent(pin.package, version, pin.integrity));
  if (folder === undefined) {
    throw new Error(
      `Claude Code ${version} is not in ${cacheFolder()}: run "npm run provision -- cli-${version}".`,
    );
  }
  const path = join(folder, isScript ? 'cli.js' : nativeName);
  if (!isScript) return { version, command: path, prefix: [], path };
  return { ...scriptBinary(version, path), command: (await scriptNode()).path };
}

/** Downloads an old CLI into the cache. */
export async function provideCli(
  version: OldCliVersion | BetweenVersion,
  progress: Progress,
): Promise<void> {
  const { pin } = pinOf(version);
  await npmPackage(pin.package, version, pin.integrity, { progress });
}

function pinOf(version: OldCliVersion | BetweenVersion): { pin: CliPin; isScript: boolean } {
  const builds: Readonly<Record<string, CliPin>> = { ...cliPins, ...betweenPins }[version];
  const platform = `${process.platform}-${process.arch}`;
  const pin = builds.node ?? builds[platform];
  if (!pin) throw new Error(`Claude Code ${version} is not pinned for ${platform} in cliPins.ts`);
  return { pin, isScript: builds.node !== undefined };
}

/**
 * Variable with the folder of an unpacked npm package of the CLI, which then takes the place of the
 * newest version; set by `npm run drift`.
 */
export const newestCliVariable = 'TANDEM_TEST_NEWEST_CLI';

/** Returns the development dependency's native binary; its install script need not have run. */
export function newestCli(): CliBinary {
  const folder = process.env[newestCliVariable];
  return folder ? unpackedCli(folder) : installedCli();
}

/**
 * Describes the native CLI in the folder of its unpacked npm package.
 * @throws Error if the folder holds no such package
 */
export function unpackedCli(folder: string): CliBinary {
  const path = join(folder, nativeName);
  if (!existsSync(path)) throw new Error(`There is no ${nativeName} in ${folder}`);
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return { version, command: path, prefix: [], path };
}

function installedCli(): CliBinary {
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  for (const candidate of [name, `${name}-musl`]) {
    const manifest = resolved(`${candidate}/package.json`);
    if (!manifest) continue;
    const folder = dirname(manifest);
    if (existsSync(join(folder, nativeName))) return unpackedCli(folder);
  }
  throw new Error(`${name} is not installed: run npm ci without --omit=optional`);
}

/** Describes a CLI that is a Node script: an old version, or the scripted CLI. */
export function scriptBinary(version: string, path: string): CliBinary {
  return { version, command: process.execPath, prefix: [path], path };
}

function resolved(id: string): string | undefined {
  try {
    return require.resolve(id);
  } catch {
    return undefined;
  }
}
