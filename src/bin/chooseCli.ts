import { homedir } from 'node:os';
import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';
import { cliEnvironment } from '../cli/launch/cliEnvironment';
import { type CliCandidate, findClis } from '../cli/launch/findClis';
import { type CliBuild, VersionReader } from '../cli/launch/version';

export interface ChosenCli extends Partial<CliBuild>, Pick<CliCandidate, 'target'> {
  readonly env: Record<string, string>;
}

/** Variables that the editor sets for a chat. A run is to do what `claude -p` does. */
const ofChats = {
  CLAUDE_CODE_ENTRYPOINT: null,
  CLAUDE_CODE_ENABLE_TODO_TOOLS: null,
  CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: null,
  CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: null,
};

/**
 * Finds the CLI of a run.
 * @param path `--cli`
 * @param needsVersion whether options of the run depend on it; asking costs a start of the CLI
 * @throws UserError `cli.missing`, or what is wrong with the given one
 */
export async function chooseCli(
  path: string | undefined,
  needsVersion: boolean,
  signal: AbortSignal,
): Promise<ChosenCli> {
  const { env: inherited, platform, execPath } = process;
  const setting = path === undefined ? undefined : resolve(path);
  const found = await findClis({
    ...{ env: inherited, platform, home: homedir(), execPath, setting },
  }).catch((error: unknown) => {
    // The search names a setting of the editor.
    throw error instanceof UserError && error.code === 'cli.badPath'
      ? new UserError(
          'cli.badPath',
          l10n.t('{0} names {1}, which is not a program that can be run.', '--cli', path ?? ''),
        )
      : error;
  });
  const [first] = found.candidates;
  if (!first) {
    throw new UserError(
      'cli.missing',
      l10n.t(
        'Claude Code was not found. Install it, put it on the PATH, or name it with {0}.',
        '--cli',
      ),
    );
  }
  const { target } = first;
  const env = cliEnvironment({
    ...{ inherited, shell: inherited, platform, target: target.env, isOwnInstall: false },
    custom: ofChats,
  });
  if (!needsVersion || signal.aborted) {
    return { target, env };
  }
  const query = { path: first.path, target, env, cwd: homedir(), signal };
  const { version, help } = await new VersionReader(platform).read(query);
  return { target, env, version, ...(help ? { help } : {}) };
}
