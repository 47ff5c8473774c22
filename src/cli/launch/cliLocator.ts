import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import type { Environment } from '../../node/environment';
import type { LoginShell } from '../../node/loginShell';
import { cliEnvironment } from './cliEnvironment';
import type { CliHelp } from './cliHelp';
import { type CliCandidate, type FindProbe, findClis } from './findClis';
import { buildKey, type CliVersion, checkSupported, type VersionReader } from './version';

/** CLI that was found, runs, and is new enough. */
export interface LocatedCli extends CliCandidate {
  readonly version: CliVersion;
  /** Present if Tandem was not tested with this version. */
  readonly help?: CliHelp;
  /** Identifies this exact build by path, modification time and size. */
  readonly key: string;
  /** Complete environment to run it with. */
  readonly env: Record<string, string>;
}

export interface LocatorOptions {
  readonly shell: LoginShell;
  readonly versions: VersionReader;
  /** Environment of the extension host. */
  readonly inherited: Environment;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly ownFolder?: string;
  readonly home?: string;
  readonly probe?: FindProbe;
  readonly log?: Log;
}

export interface LocateRequest {
  /** `tandem.cli.path` */
  readonly setting?: string | undefined;
  /** `tandem.cli.env` */
  readonly customEnv?: Readonly<Record<string, string | null>> | undefined;
}

/** Finds the CLI to run. Use in a trusted workspace only, because it starts programs. */
export class CliLocator {
  constructor(private readonly options: LocatorOptions) {}

  /**
   * Returns the first candidate that answers and is supported.
   * @throws UserError `cli.missing` (its `detail` lists the searched places), `cli.tooOld`,
   *   `cli.noVersion`, `cli.badPath`
   */
  async locate({ setting, customEnv }: LocateRequest): Promise<LocatedCli> {
    const { shell, platform, execPath, ownFolder, probe, log = silentLog } = this.options;
    const home = this.options.home ?? homedir();
    const { env } = await shell.environment();
    const { candidates, searched } = await findClis({
      setting,
      env,
      platform,
      home,
      execPath,
      ownFolder,
      log,
      ...(probe ? { probe } : {}),
    });
    let problem: unknown;
    for (const candidate of candidates) {
      try {
        return await this.examine(candidate, env, home, customEnv);
      } catch (error) {
        log.warn(`${candidate.path} is not used: ${messageOf(error)}`);
        problem ??= error;
      }
    }
    throw (
      problem ??
      new UserError('cli.missing', l10n.t('Claude Code was not found on this machine.'), {
        detail: `${l10n.t('Searched:')}\n${searched.join('\n')}`,
      })
    );
  }

  /** Returns whether the file is still the one that was found; an update may replace it. */
  async isCurrent({ path, key }: LocatedCli): Promise<boolean> {
    return (await buildKey(path).catch(() => undefined)) === key;
  }

  private async examine(
    candidate: CliCandidate,
    shell: Environment,
    home: string,
    custom: LocateRequest['customEnv'],
  ): Promise<LocatedCli> {
    const { inherited, platform, versions } = this.options;
    const { target, source, path } = candidate;
    const env = cliEnvironment({
      inherited,
      shell,
      platform,
      target: target.env,
      isOwnInstall: source === 'own',
      custom,
    });
    const build = await versions.read({ path, target, env, cwd: home });
    checkSupported(build.version);
    return { ...candidate, ...build, env };
  }
}
