import * as vscode from 'vscode';
import type { LocatedCli } from '../../cli/launch/locate';
import { ideVariables, withVariables } from './terminalVariables';

export interface ClaudeTerminalOptions {
  readonly name: string;
  readonly cwd: string;
  readonly cli: LocatedCli;
  readonly args: readonly string[];
  /** Of the server that it connects to, when there is one. */
  readonly port: number | undefined;
}

/** A terminal in which the CLI itself runs and no shell: nothing of a path or an id is read as a command. */
export function createClaudeTerminal(options: ClaudeTerminalOptions): vscode.Terminal {
  const { name, cwd, cli, args, port } = options;
  return vscode.window.createTerminal({
    name,
    cwd,
    shellPath: cli.target.command,
    shellArgs: [...cli.target.args, ...args],
    env: terminalEnvironment(cli.env, port),
    // The editor adds nothing to it then, so that it has all that other terminals are given.
    strictEnv: true,
    iconPath: new vscode.ThemeIcon('comment-discussion'),
  });
}

/** As for our own processes, less what makes the CLI take itself for a part of a program. */
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
