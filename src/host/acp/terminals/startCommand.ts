import { isAbsolute } from 'node:path';
import type { TerminalRequest } from '../../../acp/ports';
import type { Clock } from '../../../base/clock';
import { UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { isOnUnknownShare } from '../../../base/networkPath';
import { mergeEnvironment } from '../../../node/environment';
import { findExecutable } from '../../../node/executable';
import { isFolder } from '../../../node/isFolder';
import { type PipedProcess, spawnProcess } from '../../../node/spawnProcess';
import { spawnTarget } from '../../../node/spawnTarget';
import { runInShell, withoutTerminal } from '../../../node/userShell';

export interface CommandStart {
  /** Complete environment, which the agent's own variables are put over. */
  readonly env: Readonly<Record<string, string>>;
  /** The conversation's folders. */
  readonly roots: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Starts what an agent wants to run in a terminal. A command without arguments is a line for the
 * user's shell, as agents send whole lines in it; with arguments it is a program, and no shell reads them.
 * @throws UserError `terminal.*`, `spawn.*`
 */
export async function startCommand(
  { command, args, cwd, env: own }: Pick<TerminalRequest, 'command' | 'args' | 'cwd' | 'env'>,
  { env: inherited, roots, platform, execPath, clock, log }: CommandStart,
): Promise<PipedProcess> {
  if (command.trim() === '') {
    throw new UserError('terminal.empty', 'There is no command to run.');
  }
  if (!isAbsolute(cwd) || isOnUnknownShare(cwd, roots, platform) || !(await isFolder(cwd))) {
    throw new UserError('terminal.folder', `${cwd} is not a folder in which a command can run.`);
  }
  const env = mergeEnvironment(inherited, own, platform);
  const start = { cwd, platform, clock, log };
  if (args.length === 0) {
    return runInShell(command, { ...start, env });
  }
  const found = await findExecutable(command, { env, platform });
  const target =
    found === undefined
      ? // Explained by the error of the system.
        { command, args: [], env: {} }
      : await spawnTarget(found, { env, platform, execPath });
  const process = await spawnProcess({
    ...{ ...start, command: target.command, args: [...target.args, ...args] },
    env: { ...env, ...target.env, ...withoutTerminal },
  });
  process.endInput();
  return process;
}

/** Formats a command as a line to show. It is not meant to be run. */
export function commandLine({ command, args }: Pick<TerminalRequest, 'command' | 'args'>): string {
  const quoted = args.map(arg => (/^[\w@%+=:,./\\-]+$/.test(arg) ? arg : JSON.stringify(arg)));
  return [command, ...quoted].join(' ');
}
