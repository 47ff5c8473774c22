import {
  type Environment,
  environmentChanges,
  mergeEnvironment,
  readVariable,
} from '../../node/environment';

export interface EnvironmentRequest {
  /** Environment of the extension host. */
  readonly inherited: Environment;
  /** Environment of the user's login shell; same as `inherited` if there is none. */
  readonly shell: Environment;
  readonly platform: NodeJS.Platform;
  /** Variables needed to run the CLI's file (`ELECTRON_RUN_AS_NODE` for a script without Node). */
  readonly target: Environment;
  /** True if Tandem installed this CLI and updates it. */
  readonly isOwnInstall: boolean;
  /** `tandem.cli.env`: overrides all others; `null` removes a variable. */
  readonly custom?: Readonly<Record<string, string | null>> | undefined;
}

const set: Environment = {
  // "claude-vscode" would ignore API keys and start in auto mode.
  CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
  CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
  CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1',
  CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
};

/**
 * Variables that the editor or an outer session set for itself. `VSCODE_IPC_HOOK…` stays, because
 * `code --wait` as the user's git editor needs it.
 */
const removed: Environment = {
  VSCODE_NODE_OPTIONS: undefined,
  VSCODE_INSPECTOR_OPTIONS: undefined,
  DEBUG: undefined,
  ELECTRON_RUN_AS_NODE: undefined,
  ELECTRON_NO_ATTACH_CONSOLE: undefined,
  ELECTRON_NO_ASAR: undefined,
  CLAUDECODE: undefined,
  CLAUDE_CODE_SSE_PORT: undefined,
  CLAUDE_CODE_SESSION_ID: undefined,
  CLAUDE_CODE_CHILD_SESSION: undefined,
  // Set by VS Code's bootstrap: with them, a Node child process loads the editor's files.
  VSCODE_ESM_ENTRYPOINT: undefined,
  VSCODE_HANDLES_UNCAUGHT_ERRORS: undefined,
  VSCODE_NLS_CONFIG: undefined,
  VSCODE_CODE_CACHE_PATH: undefined,
  VSCODE_CRASH_REPORTER_PROCESS_TYPE: undefined,
  VSCODE_CWD: undefined,
  VSCODE_L10N_BUNDLE_LOCATION: undefined,
  VSCODE_PID: undefined,
};

/** Returns the complete environment of a CLI process. */
export function cliEnvironment(request: EnvironmentRequest): Record<string, string> {
  const { inherited, shell, platform, target, isOwnInstall, custom } = request;
  const merge = (base: Environment, changes: Environment) =>
    mergeEnvironment(base, changes, platform);
  const path = readVariable(shell, 'PATH', platform) ?? readVariable(inherited, 'PATH', platform);
  // The shell's variables win: an editor started from a dock has few of them.
  const users = merge(inherited, shell);
  let env = merge(users, { ...removed, NODE_OPTIONS: nodeOptions(users, platform) });
  env = merge(env, {
    ...set,
    ...(path === undefined ? {} : { PATH: path }),
    ...(isOwnInstall ? { DISABLE_AUTOUPDATER: '1' } : {}),
  });
  env = merge(env, target);
  return merge(env, environmentChanges(custom));
}

/** Modules and ports through which the editor's debugger attaches to every Node process. */
const debuggerOptions =
  /(?:^|\s)(?:--inspect\S*|(?:-r|--require)[ =](?:"[^"]*js-debug[^"]*"|\S*js-debug\S*))(?=\s|$)/g;

/** Returns the user's options for Node, which may name a company's certificates or proxy. */
function nodeOptions(env: Environment, platform: NodeJS.Platform): string | undefined {
  // The start script of VS Code moves them, so that they do not act on the editor.
  const found =
    readVariable(env, 'NODE_OPTIONS', platform) ??
    readVariable(env, 'VSCODE_NODE_OPTIONS', platform);
  return found?.replace(debuggerOptions, '').trim() || undefined;
}

/** Returns false for root, unless `IS_SANDBOX` tells the CLI that it runs in a sandbox. */
export function mayBypassPermissions(
  env: Environment,
  isRoot: boolean = process.getuid?.() === 0,
): boolean {
  return !isRoot || env.IS_SANDBOX === '1';
}
