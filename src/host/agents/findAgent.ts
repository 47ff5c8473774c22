import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AcpCommand } from '../../acp/ports';
import { asString, isObject } from '../../base/json';
import { type Environment, mergeEnvironment } from '../../node/environment';
import { findExecutable } from '../../node/executable';
import { ownPrograms } from './installedAgents';

export interface FindAgentOptions {
  /** Environment of the login shell. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Folder in which Tandem installs agents. */
  readonly ownFolder: string;
}

/** Program of an agent on this machine. */
export interface FoundAgent {
  /** Absolute path. */
  readonly path: string;
  /** Version of the npm package that the program belongs to, if it belongs to one. */
  readonly version?: string;
}

/**
 * Finds an agent's program, first where Tandem has installed it, then on PATH. Starts nothing.
 * @param program name on PATH, or an absolute path
 * @returns undefined if there is none
 */
export async function findAgent(
  program: string,
  { env, platform, ownFolder }: FindAgentOptions,
): Promise<FoundAgent | undefined> {
  for (const name of [...ownPrograms(ownFolder, program, platform), program]) {
    const path = await findExecutable(name, { env, platform });
    if (path !== undefined) {
      const version = await packageVersion(path);
      return { path, ...(version ? { version } : {}) };
    }
  }
  return undefined;
}

/** Completes an agent's command for the launcher: absolute, with the login shell's variables. */
export function completeCommand(
  { name, args, env: own }: AcpCommand,
  { path }: FoundAgent,
  { env, platform }: Pick<FindAgentOptions, 'env' | 'platform'>,
): AcpCommand {
  return { name, command: path, args, env: mergeEnvironment(env, own, platform) };
}

/** Folders to look in above a program, which lies in `bin` or `dist` as a rule. */
const levels = 4;

/** Reads the version from the `package.json` above a program that npm has installed. */
async function packageVersion(path: string): Promise<string | undefined> {
  let folder = dirname(await realpath(path).catch(() => path));
  for (let level = 0; level < levels; level += 1) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    const version = text === undefined ? undefined : versionIn(text);
    if (version !== undefined) {
      return version;
    }
    folder = dirname(folder);
  }
  return undefined;
}

function versionIn(text: string): string | undefined {
  try {
    const data: unknown = JSON.parse(text);
    // Packages have nested `package.json` files without a name, which only set the module kind.
    const version = isObject(data) && data.name !== undefined ? asString(data.version) : undefined;
    return version && /^\d[\w.+-]{0,60}$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}
