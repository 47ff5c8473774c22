import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import type { Environment } from '../../node/environment';
import type { LoginShell } from '../../node/loginShell';
import { cliEnvironment } from './cliEnvironment';
import type { CliHelp } from './cliHelp';
import { type CliCandidate, type FindProbe, findClis } from './findClis';
import { type CliVersion, checkSupported, startKey, type VersionReader } from './version';
import { findWrapper, type Wrapper, wrapped } from './wrapper';

/** CLI that was found, runs, and is new enough. */
export interface LocatedCli extends CliCandidate {
  readonly version: CliVersion;
  /** Present if Tandem was not tested with this version. */
  readonly help?: CliHelp;
  /** Part of `target`: the command of `tandem.cli.wrapper`. */
  readonly wrapper?: Wrapper;
  /** True if the wrapper starts it where the files of this machine are not. */
  readonly isElsewhere?: true;
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
  /** Folder for files by which a wrapped CLI shows that it sees this machine's. */
  readonly scratchFolder?: string;
  readonly probe?: FindProbe;
  readonly log?: Log;
}

export interface LocateRequest {
  /** `tandem.cli.path` */
  readonly setting?: string | undefined;
  /** `tandem.cli.env` */
  readonly customEnv?: Readonly<Record<string, string | null>> | undefined;
  /** `tandem.cli.wrapper` */
  readonly wrapper?: readonly unknown[] | undefined;
}

/** Finds the CLI to run. Use in a trusted workspace only, because it starts programs. */
export class CliLocator {
  constructor(private readonly options: LocatorOptions) {}

  /**
   * Returns the first candidate that answers and is supported.
   * @throws UserError `cli.missing` (its `detail` lists the searched places), `cli.tooOld`,
   *   `cli.noVersion`, `cli.badPath`, `cli.wrapper`
   */
  async locate(request: LocateRequest): Promise<LocatedCli> {
    const { shell, ownFolder, log = silentLog } = this.options;
    const { env } = await shell.environment();
    const search = this.searchIn(env);
    const wrapper = await findWrapper(request.wrapper, search);
    const { candidates, searched } = await findClis({
      ...search,
      setting: request.setting,
      isWrapped: wrapper !== undefined,
      ownFolder,
      log,
    });
    let problem: unknown;
    for (const candidate of candidates) {
      try {
        return await this.examine(candidate, env, search.home, request.customEnv, wrapper);
      } catch (error) {
        log.warn(`${candidate.path} is not used: ${messageOf(error)}`);
        problem ??= error;
      }
    }
    throw (
      problem ??
      new UserError('cli.missing', missingMessage(wrapper), {
        detail: `${l10n.t('Searched:')}\n${searched.join('\n')}`,
      })
    );
  }

  /**
   * Returns whether the editor's own environment leads to a CLI. Starts no process, so that nobody
   * knows yet whether it runs. One that a wrapper starts may be elsewhere, and is not looked for.
   */
  async hasCandidate({ setting, wrapper }: LocateRequest): Promise<boolean> {
    if (wrapper && wrapper.length > 0) {
      return false;
    }
    const { inherited, ownFolder } = this.options;
    try {
      const found = await findClis({ ...this.searchIn(inherited), setting, ownFolder });
      return found.candidates.length > 0;
    } catch {
      // The setting names nothing that can be run, and the search will say so.
      return false;
    }
  }

  /** Returns whether the file is still the one that was found; an update may replace it. */
  async isCurrent({ path, key, wrapper }: LocatedCli): Promise<boolean> {
    return (await startKey(path, wrapper).catch(() => undefined)) === key;
  }

  private searchIn(env: Environment) {
    const { platform, execPath, probe } = this.options;
    const home = this.options.home ?? homedir();
    return { env, platform, home, execPath, ...(probe ? { probe } : {}) };
  }

  private async examine(
    candidate: CliCandidate,
    shell: Environment,
    home: string,
    custom: LocateRequest['customEnv'],
    wrapper: Wrapper | undefined,
  ): Promise<LocatedCli> {
    const { inherited, platform, versions } = this.options;
    const { source, path } = candidate;
    const target = wrapper ? wrapped(candidate.target, wrapper) : candidate.target;
    const env = cliEnvironment({
      inherited,
      shell,
      platform,
      target: target.env,
      isOwnInstall: source === 'own',
      custom,
    });
    const { scratchFolder } = this.options;
    const build = await versions.read({ path, target, env, cwd: home, wrapper, scratchFolder });
    checkSupported(build.version);
    return { ...candidate, target, ...build, env, ...(wrapper ? { wrapper } : {}) };
  }
}

function missingMessage(wrapper: Wrapper | undefined): string {
  return wrapper
    ? l10n.t(
        'Claude Code was not found on this machine. Set tandem.cli.path to the path that it has where tandem.cli.wrapper runs it.',
      )
    : l10n.t('Tandem needs the claude command-line tool, which was not found on this machine.');
}
