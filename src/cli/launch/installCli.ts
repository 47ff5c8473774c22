import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import type { Environment } from '../../node/environment';
import { findExecutable } from '../../node/executable';
import { Npm } from '../../node/npm';
import { spawnTarget } from '../../node/spawnTarget';
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
  const { folder, platform, version = 'latest', signal, onProgress } = options;
  const npm = await Npm.find(options);
  if (npm === undefined) {
    return { kind: 'noNpm', ...vendorCommand(platform) };
  }
  const isInstalled = await npm.install({
    spec: `${cliPackage}@${version}`,
    ...{ folder, signal, onProgress },
    failure: l10n.t('npm could not install Claude Code.'),
  });
  return isInstalled ? verify(options) : { kind: 'cancelled' };
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
