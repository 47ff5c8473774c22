import * as vscode from 'vscode';
import type { LocatedCli } from '../../cli/launch/cliLocator';
import { createTerminal } from '../nativeText/nativeUi';
import { ideVariables, withVariables } from './terminalVariables';

export interface ClaudeTerminalOptions {
  readonly name: string;
  readonly cwd: string;
  readonly cli: LocatedCli;
  readonly args: readonly string[];
  /** Port of the IDE server that the CLI connects to, if there is one. */
  readonly port: number | undefined;
}

/**
 * Creates a terminal that runs the CLI without a shell, so that no path or id is read as a command.
 */
export function createClaudeTerminal(options: ClaudeTerminalOptions): vscode.Terminal {
  const { name, cwd, cli, args, port } = options;
  return createTerminal({
    name,
    cwd,
    shellPath: cli.target.command,
    shellArgs: [...cli.target.args, ...args],
    env: terminalEnvironment(cli.env, port),
    // VS Code adds nothing to a strict environment, so `env` holds all that other terminals get.
    strictEnv: true,
    iconPath: new vscode.ThemeIcon('comment-discussion'),
  });
}

/**
 * Builds the environment of our own processes, without what makes the CLI think a program embeds
 * it.
 */
function terminalEnvironment(
  env: Readonly<Record<string, string>>,
  port: number | undefined,
): Record<string, string> {
  const {
    CLAUDE_CODE_ENTRYPOINT: _entrypoint,
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: _events,
    CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: _checkpoints,
    CLAUDE_CODE_ENABLE_TODO_TOOLS: _todos,
    ...rest
  } = env;
  const changes = port === undefined ? [] : ideVariables(port, rest, process.platform);
  return { ...withVariables(rest, changes), TERM_PROGRAM: 'vscode', COLORTERM: 'truecolor' };
}
