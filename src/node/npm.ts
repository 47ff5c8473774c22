import { mkdir } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock';
import { UserError } from '../base/errors';
import { asNumber, asString, isObject } from '../base/json';
import type { Log } from '../base/log';
import { maskSecrets } from '../base/secrets';
import { type Environment, mergeEnvironment } from './environment';
import { findExecutable } from './executable';
import { type PipedProcess, spawnProcess } from './spawnProcess';
import { type SpawnTarget, spawnTarget } from './spawnTarget';

export interface NpmOptions {
  /** Environment of the login shell. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly clock?: Clock;
  readonly log?: Log;
}

export interface InstallRequest {
  /** Name, `@` and version. */
  readonly spec: string;
  /** Folder that holds only this installation; created if missing. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  onProgress(line: string): void;
  /** Message of the error if npm fails. */
  readonly failure: string;
}

/** Facts about a package, as the user's registry has them. */
export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  /** Bytes on disk without dependencies; absent if the registry does not state it. */
  readonly size?: number;
  /** Host that the package is downloaded from. */
  readonly host?: string;
}

/** The user's npm, with the registry and the proxy of its own settings. */
export class Npm {
  private constructor(
    private readonly program: SpawnTarget,
    private readonly options: NpmOptions,
  ) {}

  /** @returns undefined if the user has no npm */
  static async find(options: NpmOptions): Promise<Npm | undefined> {
    const path = await findExecutable('npm', options);
    return path === undefined ? undefined : new Npm(await spawnTarget(path, options), options);
  }

  /**
   * Asks the registry about the latest version of a package.
   * @param cwd folder to run in; npm reads settings there
   * @returns undefined if it was canceled
   * @throws UserError `install.failed` with npm's last output
   */
  async view(name: string, cwd: string, signal?: AbortSignal): Promise<PackageFacts | undefined> {
    await mkdir(cwd, { recursive: true });
    const lines: string[] = [];
    const fields = ['name', 'version', 'dist.unpackedSize', 'dist.tarball'];
    const isDone = await this.run(
      ['view', `${name}@latest`, ...fields, '--json'],
      cwd,
      signal,
      l10n.t('npm could not look up {0}.', name),
      child => child.onLine(line => lines.push(line)),
    );
    if (!isDone) {
      return undefined;
    }
    const facts = factsIn(lines.join('\n'), name);
    if (!facts) {
      throw new UserError('install.failed', l10n.t('npm does not know the package {0}.', name));
    }
    return facts;
  }

  /**
   * Installs a package. Nothing outside of the folder is changed, except npm's own cache.
   * @returns false if it was canceled
   * @throws UserError `install.failed` with npm's last output
   */
  async install(request: InstallRequest): Promise<boolean> {
    const { spec, folder, signal, onProgress, failure } = request;
    await mkdir(folder, { recursive: true });
    onProgress(l10n.t('Installing {0} with npm', spec));
    return this.run(
      [
        ...['install', '--prefix', folder, '--no-save', '--no-fund', '--no-audit'],
        ...['--loglevel', 'http', '--no-progress', spec],
      ],
      folder,
      signal,
      failure,
      child => {
        child.onLine(line => onProgress(maskSecrets(line)));
        child.onErrorLine(line => onProgress(maskSecrets(line)));
      },
    );
  }

  /** @returns false if it was canceled */
  private async run(
    args: readonly string[],
    cwd: string,
    signal: AbortSignal | undefined,
    failure: string,
    listen: (child: PipedProcess) => void,
  ): Promise<boolean> {
    const { env, platform, clock, log } = this.options;
    const { program } = this;
    const child = await spawnProcess({
      command: program.command,
      args: [...program.args, ...args],
      cwd,
      env: mergeEnvironment(env, { ...program.env, NODE_OPTIONS: undefined }, platform),
      platform,
      signal,
      ...(clock ? { clock } : {}),
      ...(log ? { log } : {}),
    });
    try {
      if (signal?.aborted) {
        return false;
      }
      listen(child);
      child.endInput();
      const exit = await child.exited;
      if (signal?.aborted) {
        return false;
      }
      if (exit.code !== 0) {
        const detail = maskSecrets(child.stderrTail.trim());
        throw new UserError('install.failed', failure, { detail });
      }
      return true;
    } finally {
      child.dispose();
    }
  }
}

/** Reads npm's answer, which names nested fields with dots. */
function factsIn(text: string, name: string): PackageFacts | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  const version = isObject(data) ? asString(data.version) : undefined;
  if (!isObject(data) || data.name !== name || !version || !/^\d[\w.+-]*$/.test(version)) {
    return undefined;
  }
  const size = asNumber(data['dist.unpackedSize']);
  const host = hostOf(asString(data['dist.tarball']));
  return {
    ...{ name, version },
    ...(size ? { size } : {}),
    ...(host ? { host } : {}),
  };
}

function hostOf(address: string | undefined): string | undefined {
  return address && URL.canParse(address) ? new URL(address).host : undefined;
}
