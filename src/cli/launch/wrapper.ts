import { posix, win32 } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Environment } from '../../node/environment';
import { type FileProbe, fileProbe, findExecutable } from '../../node/executable';
import type { ProcessExit } from '../../node/spawnProcess';
import { type SpawnTarget, spawnTarget } from '../../node/spawnTarget';

/** Program of `tandem.cli.wrapper`, with its own arguments: what it is to start follows them. */
export interface Wrapper {
  /** Full path of the program. */
  readonly path: string;
  readonly target: SpawnTarget;
}

interface WrapperSearch {
  /** Environment of the login shell. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `process.execPath` */
  readonly execPath: string;
  readonly probe?: FileProbe;
}

/**
 * Finds the program that is given the CLI's command line.
 * @param setting `tandem.cli.wrapper` as the user wrote it; empty: none
 * @throws UserError `cli.wrapper` if it names nothing that can be run
 */
export async function findWrapper(
  setting: readonly unknown[] | undefined,
  options: WrapperSearch,
): Promise<Wrapper | undefined> {
  const [name, ...args] = setting ?? [];
  if (name === undefined) {
    return undefined;
  }
  if (!isWord(name) || name.trim() === '' || !args.every(isWord)) {
    throw badSetting(l10n.t('it must be a list of strings: a program and its arguments'));
  }
  const path = options.platform === 'win32' ? win32 : posix;
  const full = /^~[\\/]/.test(name) ? path.join(options.home, name.slice(2)) : name;
  const found = await findExecutable(full, options);
  if (found === undefined) {
    throw badSetting(await whyNotFound(name, full, options));
  }
  try {
    const { command, args: first, env } = await spawnTarget(found, options);
    return { path: found, target: { command, args: [...first, ...args], env } };
  } catch (error) {
    throw badSetting(messageOf(error), error);
  }
}

/** Returns how to start the CLI by the wrapper. */
export function wrapped({ command, args, env }: SpawnTarget, { target }: Wrapper): SpawnTarget {
  return {
    command: target.command,
    args: [...target.args, command, ...args],
    env: { ...env, ...target.env },
  };
}

/** How a wrapped `claude --version` went. */
export interface WrappedAnswer {
  /** Path of the CLI in there. */
  readonly path: string;
  /** Absent if the time was up. */
  readonly exit: ProcessExit | undefined;
  /** Output and errors, without secrets. */
  readonly output: string;
}

/** Explains why the CLI gave no answer through the wrapper. */
export function unansweredError({ path, exit, output }: WrappedAnswer): UserError {
  const detail = output.trim();
  if (!exit) {
    const reason = l10n.t(
      'Claude Code did not answer in 10 seconds. It may ask something, such as a password: try the command in a terminal',
    );
    return unanswered(reason, detail);
  }
  if (isAbsent(exit, detail, path)) {
    const reason = l10n.t(
      '{0} does not exist in there. Set tandem.cli.path to the path that Claude Code has in there',
      path,
    );
    return unanswered(reason, detail);
  }
  const last = detail.split('\n').at(-1) || l10n.t('it printed nothing');
  const reason = l10n.t(
    'it ended ({0}) before Claude Code answered: {1}. Try the command in a terminal',
    endOf(exit),
    last.replace(/\.$/, ''),
  );
  return unanswered(reason, detail);
}

/** Explains why the wrapper itself could not be started. */
export function notStartedError(error: unknown): UserError {
  return badSetting(messageOf(error), error);
}

/** `env`, shells and bubblewrap say so in their own ways; 127 is what they have in common. */
function isAbsent({ code }: ProcessExit, output: string, path: string): boolean {
  const says = /not found|No such file/i.test(output) && output.includes(path);
  return says || (code === 127 && output.includes(path));
}

function badSetting(reason: string, cause?: unknown): UserError {
  const message = l10n.t(
    'The setting tandem.cli.wrapper cannot start Claude Code: {0}. Correct the setting.',
    reason.replace(/\.$/, ''),
  );
  return new UserError('cli.wrapper', message, { cause });
}

function unanswered(reason: string, detail: string): UserError {
  const message = l10n.t(
    'The command in the setting tandem.cli.wrapper does not start Claude Code: {0}.',
    reason,
  );
  return new UserError('cli.wrapper', message, detail === '' ? {} : { detail });
}

async function whyNotFound(
  name: string,
  full: string,
  { platform, probe = fileProbe }: WrapperSearch,
): Promise<string> {
  const path = platform === 'win32' ? win32 : posix;
  if (!path.isAbsolute(full)) {
    return /[\\/]/.test(full)
      ? l10n.t('{0} is not a full path', name)
      : l10n.t('{0} is not on the PATH of your shell', name);
  }
  return (await probe.isFile(full))
    ? l10n.t('{0} is not executable', name)
    : l10n.t('{0} does not exist', name);
}

function endOf({ code, signal }: ProcessExit): string {
  return signal ? l10n.t('signal {0}', signal) : l10n.t('exit code {0}', String(code));
}

/** A command line carries no NUL. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
