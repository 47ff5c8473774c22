import {
  type Environment,
  environmentChanges,
  mergeEnvironment,
  readVariable,
} from '../../node/environment';

export interface EnvironmentRequest {
  /** Of the extension host. */
  readonly inherited: Environment;
  /** Of the user's login shell; the same as `inherited` where there is none. */
  readonly shell: Environment;
  readonly platform: NodeJS.Platform;
  /** What running the CLI's file demands (`ELECTRON_RUN_AS_NODE` for a script without Node). */
  readonly target: Environment;
  /** Tandem installed this CLI and updates it. */
  readonly isOwnInstall: boolean;
  /** `tandem.cli.env`: wins over all; `null` removes. */
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
 * What the editor or an outer session has set for itself. `VSCODE_IPC_HOOK…` stays: `code --wait` as
 * the user's git editor needs it.
 */
const removed: Environment = {
  NODE_OPTIONS: undefined,
  DEBUG: undefined,
  ELECTRON_RUN_AS_NODE: undefined,
  ELECTRON_NO_ATTACH_CONSOLE: undefined,
  ELECTRON_NO_ASAR: undefined,
  CLAUDECODE: undefined,
  CLAUDE_CODE_SSE_PORT: undefined,
  CLAUDE_CODE_SESSION_ID: undefined,
  CLAUDE_CODE_CHILD_SESSION: undefined,
  // Of VS Code's own bootstrap: with them a Node child loads the editor's files.
  VSCODE_ESM_ENTRYPOINT: undefined,
  VSCODE_HANDLES_UNCAUGHT_ERRORS: undefined,
  VSCODE_NLS_CONFIG: undefined,
  VSCODE_CODE_CACHE_PATH: undefined,
  VSCODE_CRASH_REPORTER_PROCESS_TYPE: undefined,
  VSCODE_CWD: undefined,
  VSCODE_L10N_BUNDLE_LOCATION: undefined,
  VSCODE_PID: undefined,
};

/** The complete environment of a CLI process. */
export function cliEnvironment(request: EnvironmentRequest): Record<string, string> {
  const { inherited, shell, platform, target, isOwnInstall, custom } = request;
  const merge = (base: Environment, changes: Environment) =>
    mergeEnvironment(base, changes, platform);
  const path = readVariable(shell, 'PATH', platform) ?? readVariable(inherited, 'PATH', platform);
  // What the shell sets goes first: an editor started from a dock has little of it.
  let env = merge(merge(inherited, shell), removed);
  env = merge(env, {
    ...set,
    ...(path === undefined ? {} : { PATH: path }),
    ...(isOwnInstall ? { DISABLE_AUTOUPDATER: '1' } : {}),
  });
  env = merge(env, target);
  return merge(env, environmentChanges(custom));
}

/** Root may not bypass permissions, unless the CLI is told that it runs in a sandbox. */
export function mayBypassPermissions(
  env: Environment,
  isRoot: boolean = process.getuid?.() === 0,
): boolean {
  return !isRoot || env.IS_SANDBOX === '1';
}
