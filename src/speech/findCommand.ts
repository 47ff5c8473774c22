import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';
import { type Environment, mergeEnvironment } from '../node/environment';
import { findExecutable } from '../node/executable';
import { spawnTarget } from '../node/spawnTarget';
import type { SpeechCommand } from './command';

export interface CommandSearch {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Program that can act as Node. */
  readonly execPath: string;
}

/**
 * Finds the program of a command: a full path, `~/…`, or a name on PATH.
 * @returns undefined if there is none
 * @throws UserError `spawn.batchFile`
 */
export async function findCommand(
  [program = '', ...args]: readonly string[],
  search: CommandSearch,
): Promise<SpeechCommand | undefined> {
  const name = program.startsWith('~/') ? join(homedir(), program.slice(2)) : program;
  const path = await findExecutable(name, search);
  if (path === undefined) {
    return undefined;
  }
  const target = await spawnTarget(path, search);
  return {
    name: basename(program),
    command: target.command,
    args: [...target.args, ...args],
    env: mergeEnvironment(search.env, target.env, search.platform),
  };
}

/** @throws UserError `speech.absent` that names the setting, and as above */
export async function requireCommand(
  argv: readonly string[],
  setting: string,
  search: CommandSearch,
): Promise<SpeechCommand> {
  const found = await findCommand(argv, search);
  if (!found) {
    throw new UserError(
      'speech.absent',
      l10n.t(
        'The program {0} was not found. Install it, or correct the setting {1}.',
        argv[0] ?? '',
        setting,
      ),
    );
  }
  return found;
}
