import { mkdir } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import { maskSecrets } from '../../base/secrets';
import { type Environment, mergeEnvironment } from '../../node/environment';
import { findExecutable } from '../../node/executable';
import { spawnProcess } from '../../node/spawnProcess';
import { type SpawnTarget, spawnTarget } from '../../node/spawnTarget';
import { systemClock } from '../../node/systemClock';
import { ownExecutables } from './findClis';
import { type CliVersion, checkSupported, VersionReader } from './version';

const cliPackage = '@anthropic-ai/claude-code';

export interface InstallOptions {
  /** Folder that holds only the installation; created if missing. */
  readonly folder: string;
  /** Environment of the login shell. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  /** Default `latest`. */
  readonly version?: string;
  readonly signal?: AbortSignal;
  onProgress(line: string): void;
  readonly clock?: Clock;
  readonly log?: Log;
}

export type InstallResult =
  | { readonly kind: 'installed'; readonly path: string; readonly version: CliVersion }
  | { readonly kind: 'cancelled' }
  /** npm is missing: the vendor's own command, to be shown to the user and run by them. */
  | { readonly kind: 'noNpm'; readonly command: string; readonly url: string };

/** Returns the installer command that the vendor documents for machines without Node. */
function vendorCommand(platform: NodeJS.Platform): { command: string; url: string } {
  return {
    command:
      platform === 'win32'
        ? 'irm https://claude.ai/install.ps1 | iex'
        : 'curl -fsSL https://claude.ai/install.sh | bash',
    url: 'https://code.claude.com/docs/en/setup',
  };
}

/**
 * Installs the CLI with the user's npm and starts it once.
 * @throws UserError `install.failed` with npm's last output, `cli.tooOld`, `cli.noVersion`
 */
export async function installCli(options: InstallOptions): Promise<InstallResult> {
  const { env, platform, execPath, folder, signal } = options;
  const npm = await findExecutable('npm', { env, platform });
  if (npm === undefined) {
    return { kind: 'noNpm', ...vendorCommand(platform) };
  }
  if (signal?.aborted) {
    return { kind: 'cancelled' };
  }
  await mkdir(folder, { recursive: true });
  const runner = await spawnTarget(npm, { env, platform, execPath });
  const ok = await runNpm(runner, options);
  if (!ok) {
    return { kind: 'cancelled' };
  }
  return verify(options);
}

/** Starts the installed CLI to check its version. */
async function verify(options: InstallOptions): Promise<InstallResult> {
  const { env, platform, execPath, folder, onProgress, clock = systemClock } = options;
  const { log = silentLog } = options;
  const reader = new VersionReader(platform, clock, log);
  let problem: unknown;
  for (const name of ownExecutables(folder, platform)) {
    const path = await findExecutable(name, { env, platform });
    if (path === undefined) {
      continue;
    }
    onProgress(l10n.t('Starting {0}', path));
    try {
      const target = await spawnTarget(path, { env, platform, execPath });
      const { version } = await reader.read({ path, target, env, cwd: folder });
      checkSupported(version);
      onProgress(l10n.t('Claude Code {0} is installed', version));
      return { kind: 'installed', path, version };
    } catch (error) {
      log.warn(`${path} does not work: ${messageOf(error)}`);
      problem ??= error;
    }
  }
  throw (
    problem ?? new UserError('install.failed', l10n.t('npm has put no program into {0}.', folder))
  );
}

/** @returns false if the installation was cancelled */
async function runNpm(npm: SpawnTarget, options: InstallOptions): Promise<boolean> {
  const { folder, env, platform, version = 'latest', signal, onProgress } = options;
  onProgress(l10n.t('Installing {0}@{1} with npm', cliPackage, version));
  const child = await spawnProcess({
    command: npm.command,
    args: [
      ...npm.args,
      ...['install', '--prefix', folder, '--no-save', '--no-fund', '--no-audit'],
      ...['--loglevel', 'http', '--no-progress', `${cliPackage}@${version}`],
    ],
    cwd: folder,
    env: mergeEnvironment(env, { ...npm.env, NODE_OPTIONS: undefined }, platform),
    platform,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.log ? { log: options.log } : {}),
  });
  const cancel = () => child.dispose();
  signal?.addEventListener('abort', cancel);
  try {
    child.onLine(line => onProgress(maskSecrets(line)));
    child.onErrorLine(line => onProgress(maskSecrets(line)));
    child.endInput();
    const exit = await child.exited;
    if (signal?.aborted) {
      return false;
    }
    if (exit.code !== 0) {
      throw new UserError('install.failed', l10n.t('npm could not install Claude Code.'), {
        detail: maskSecrets(child.stderrTail.trim()),
      });
    }
    return true;
  } finally {
    signal?.removeEventListener('abort', cancel);
    child.dispose();
  }
}
