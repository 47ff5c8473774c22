import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import { maskSecrets } from '../../base/secrets';
import { compareVersions } from '../../base/versionOrder';
import type { Environment } from '../../node/environment';
import { mergeEnvironment } from '../../node/environment';
import { raceTimeout } from '../../node/raceTimeout';
import { spawnProcess } from '../../node/spawnProcess';
import type { SpawnTarget } from '../../node/spawnTarget';
import { systemClock } from '../../node/systemClock';
import { type CliHelp, parseHelp } from './cliHelp';
import { seesFiles } from './seesFiles';
import { notStartedError, unansweredError, type Wrapper } from './wrapper';

/** `2.1.329` */
export type CliVersion = string;

export const oldestSupported: CliVersion = '2.0.36';
/** Newest version that the tests run. The help of newer ones is read, since no table has them. */
export const newestTested: CliVersion = '2.1.330';
const timeLimit = 10_000;

/** Returns the first `x.y.z` in the output of `claude --version`; `undefined` if there is none. */
export function parseVersion(text: string): CliVersion | undefined {
  return namedVersion(text) ?? /\b(\d+\.\d+\.\d+)\b/.exec(text)?.[1];
}

/** Like `parseVersion`, beside greetings of other programs, which have versions as well. */
function namedVersion(text: string): CliVersion | undefined {
  return /\b(\d+\.\d+\.\d+) \(Claude Code\)/.exec(text)?.[1];
}

export function isAtLeast(version: CliVersion, floor: CliVersion): boolean {
  return compareVersions(version, floor) >= 0;
}

/** @throws UserError `cli.tooOld` */
export function checkSupported(version: CliVersion): void {
  if (!isAtLeast(version, oldestSupported)) {
    throw new UserError(
      'cli.tooOld',
      l10n.t(
        'Claude Code {0} is too old: Tandem needs {1} or newer. Update it with "claude update" or "npm install -g @anthropic-ai/claude-code@latest".',
        version,
        oldestSupported,
      ),
    );
  }
}

export interface VersionQuery {
  /** File that was found; path, modification time and size form the cache key. */
  readonly path: string;
  readonly target: SpawnTarget;
  readonly env: Environment;
  readonly cwd: string;
  /** Starts the CLI; `target` includes it. */
  readonly wrapper?: Wrapper | undefined;
  /** See `seesFiles`. */
  readonly scratchFolder?: string | undefined;
  /** Ends the CLI at once. */
  readonly signal?: AbortSignal;
}

/** Answers of one build of the binary. */
export interface CliBuild {
  readonly version: CliVersion;
  readonly help?: CliHelp;
  /** True if a wrapper starts it where the files of this machine are not. */
  readonly isElsewhere?: true;
}

/** Queries each binary once per modification time; failed queries are repeated. */
export class VersionReader {
  private readonly known = new Map<string, Promise<CliBuild>>();

  constructor(
    private readonly platform: NodeJS.Platform,
    private readonly clock: Clock = systemClock,
    private readonly log: Log = silentLog,
  ) {}

  /**
   * Reads the version. `key` identifies this exact build of the binary.
   * @throws UserError `cli.noVersion`, or `spawn.*` if it cannot be started
   */
  async read(query: VersionQuery): Promise<CliBuild & { key: string }> {
    const key = await startKey(query.path, query.wrapper);
    const answer = this.known.get(key) ?? this.ask(query);
    this.known.set(key, answer);
    try {
      return { ...(await answer), key };
    } catch (error) {
      this.known.delete(key);
      throw error;
    }
  }

  private async ask(query: VersionQuery): Promise<CliBuild> {
    const { path, wrapper } = query;
    const { lines, stderr, exit } = await this.run(query, ['--version']);
    const output = lines.join('\n');
    const version = wrapper ? namedVersion(output) : parseVersion(output);
    const hasEnded = exit !== undefined;
    if (version === undefined) {
      const detail = maskSecrets([...lines, stderr].join('\n').trim());
      if (wrapper) {
        throw unansweredError({ path, exit, output: detail });
      }
      const message = hasEnded
        ? l10n.t('{0} --version did not print a version.', path)
        : l10n.t('{0} --version did not answer in 10 seconds.', path);
      throw new UserError('cli.noVersion', message, { detail });
    }
    this.log.info(`${path} is Claude Code ${version}`);
    const build = {
      version,
      ...((await this.isElsewhere(query)) ? { isElsewhere: true as const } : {}),
    };
    if (isAtLeast(newestTested, version)) {
      return build;
    }
    const help = parseHelp((await this.run(query, ['--help'])).lines.join('\n'));
    return help ? { ...build, help } : build;
  }

  private async isElsewhere(query: VersionQuery): Promise<boolean> {
    const { path, wrapper, scratchFolder } = query;
    if (!wrapper) {
      return false;
    }
    const isSeen = await seesFiles(scratchFolder, async args => {
      const { lines, stderr } = await this.run(query, args);
      return [...lines, stderr].join('\n');
    });
    if (!isSeen) {
      this.log.info(`${path} does not see the files of this machine through ${wrapper.path}`);
    }
    return !isSeen;
  }

  private async run({ target, env, cwd, wrapper, signal }: VersionQuery, args: readonly string[]) {
    const { clock, platform, log } = this;
    const spawning = spawnProcess({
      command: target.command,
      args: [...target.args, ...args],
      cwd,
      env: mergeEnvironment(env, { ...target.env, DISABLE_AUTOUPDATER: '1' }, platform),
      platform,
      signal,
      clock,
      log,
    });
    const child = await (wrapper ? spawning.catch(failWrapper) : spawning);
    const lines: string[] = [];
    child.onLine(line => lines.push(line));
    child.endInput();
    try {
      const exit = await raceTimeout(child.exited, timeLimit, clock);
      return { lines, stderr: child.stderrTail, exit };
    } finally {
      child.dispose();
    }
  }
}

function failWrapper(error: unknown): never {
  throw notStartedError(error);
}

/**
 * Identifies what runs. With a wrapper, the CLI's file may be on another machine, and the wrapper's
 * may be a script that the user corrects.
 * @throws UserError `spawn.commandMissing`
 */
export async function startKey(path: string, wrapper: Wrapper | undefined): Promise<string> {
  if (!wrapper) {
    return buildKey(path);
  }
  const cli = await buildKey(path).catch(() => path);
  return [cli, await buildKey(wrapper.path), ...wrapper.target.args].join('\n');
}

/** Identifies a build by path, modification time and size. @throws UserError `spawn.commandMissing` */
async function buildKey(path: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(path);
    return `${path}\n${mtimeMs}\n${size}`;
  } catch (error) {
    throw new UserError('spawn.commandMissing', l10n.t('{0} does not exist.', path), {
      cause: error,
    });
  }
}
