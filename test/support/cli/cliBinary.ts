import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { npmPackage, type Progress } from '../cache';
import { type CliPin, cliPins } from './cliPins';

/** Versions that tests name: the development dependency, and the old ones of `cliPins.ts`. */
export type CliVersion = 'newest' | keyof typeof cliPins;
export const cliVersions: readonly CliVersion[] = [
  'newest',
  '2.1.200',
  '2.1.120',
  '2.1.7',
  '2.0.36',
];

/** How to start a CLI: `spawn(command, [...prefix, ...argv])`. */
export interface CliBinary {
  version: string;
  command: string;
  /** Before all arguments: the script for versions that run on Node (up to 2.1.112), else empty. */
  prefix: readonly string[];
  /** The one file that a `tandem.cli.path` setting would name. */
  path: string;
}

const require = createRequire(import.meta.url);
const nativeName = process.platform === 'win32' ? 'claude.exe' : 'claude';

/** The real CLI, fetched into the cache first where it is an old one. */
export async function cliBinary(version: CliVersion, progress?: Progress): Promise<CliBinary> {
  if (version === 'newest') return newestCli();
  const builds: Readonly<Record<string, CliPin>> = cliPins[version];
  const platform = `${process.platform}-${process.arch}`;
  const pin = builds.node ?? builds[platform];
  if (!pin) throw new Error(`Claude Code ${version} is not pinned for ${platform} in cliPins.ts`);
  const folder = await npmPackage(pin.package, version, pin.integrity, { progress });
  return builds.node
    ? scriptBinary(version, join(folder, 'cli.js'))
    : { version, command: join(folder, nativeName), prefix: [], path: join(folder, nativeName) };
}

/** The development dependency's native binary; its install script need not have run. */
export function newestCli(): CliBinary {
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  for (const candidate of [name, `${name}-musl`]) {
    const manifest = resolved(`${candidate}/package.json`);
    if (!manifest) continue;
    const path = join(dirname(manifest), nativeName);
    if (!existsSync(path)) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { version, command: path, prefix: [], path };
  }
  throw new Error(`${name} is not installed: run npm ci without --omit=optional`);
}

/** A CLI that is a script for Node: an old version, or the scripted CLI. */
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
