import { fileURLToPath } from 'node:url';

const ownerWatch = fileURLToPath(new URL('./endWithOwner.cjs', import.meta.url));

/** Folders of one running editor; all inside one temporary folder. */
export interface EditorFolders {
  root: string;
  server: string;
  userData: string;
  extensions: string;
  /** `TMPDIR` of everything that runs in the editor. */
  temp: string;
}

export interface ServerOptions {
  folders: EditorFolders;
  workspaceTrust: boolean;
  smokeDriver: boolean;
  /** 0 for a free one. */
  port: number;
  /** Undefined: the editor's own folder of them. */
  builtIns: string | undefined;
}

/** Marks every process that an editor starts, so that none of them outlives a test unnoticed. */
export const runMarker = 'TANDEM_EDITOR_RUN';

/**
 * Arguments of VS Code's own server. It is started without code-server's wrapper, which does not
 * know the smoke test driver; that flag is what makes built products accept a development
 * extension and a test module, and it suppresses toasts and modal editors.
 */
export function serverArguments({
  folders,
  workspaceTrust,
  smokeDriver,
  port,
  builtIns,
}: ServerOptions): string[] {
  return [
    ...['--require', ownerWatch, 'out/server-main.js'],
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...['--without-connection-token', '--accept-server-license-terms'],
    ...folderArguments(folders),
    ...['--telemetry-level', 'off', '--disable-experiments', '--force-disable-user-env'],
    ...(builtIns ? ['--builtin-extensions-dir', builtIns] : []),
    ...(workspaceTrust ? [] : ['--disable-workspace-trust']),
    ...(smokeDriver ? ['--enable-smoke-test-driver'] : []),
  ];
}

export function folderArguments({ server, userData, extensions }: EditorFolders): string[] {
  return [
    ...['--server-data-dir', server],
    ...['--user-data-dir', userData],
    ...['--extensions-dir', extensions],
  ];
}

// What would make a run depend on the shell or the test runner that it was started from, and the
// variables that would let a test talk to the user's own account.
const leftOut =
  /^(npm_|VSCODE_|ELECTRON_|VITEST|CLAUDE|ANTHROPIC_|TANDEM_)|^(NODE_OPTIONS|NODE_ENV|TEST|DEV|PROD|MODE|BASE_URL|DEBUG)$/;

/** The environment of the server and of all that it starts; `undefined` in `extra` removes. */
export function serverEnvironment(
  inherited: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(inherited).filter(([name]) => !leftOut.test(name));
  const all = Object.entries({ ...Object.fromEntries(kept), ...extra });
  return Object.fromEntries(
    all.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** A quiet window without welcome page, walkthroughs and AI features, otherwise like the desktop. */
export function userSettings(
  workspaceTrust: boolean,
  own: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    'security.workspace.trust.enabled': workspaceTrust,
    'security.workspace.trust.startupPrompt': 'never',
    'security.workspace.trust.banner': 'never',
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'workbench.welcomePage.walkthroughs.openOnInstall': false,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    // Also keeps the agent host and its 100 MB runtime from starting.
    'chat.disableAIFeatures': true,
    'chat.commandCenter.enabled': false,
    'telemetry.telemetryLevel': 'off',
    'telemetry.feedback.enabled': false,
    'update.mode': 'none',
    'update.showReleaseNotes': false,
    'extensions.autoCheckUpdates': false,
    'extensions.autoUpdate': false,
    'extensions.ignoreRecommendations': true,
    'git.autofetch': false,
    'git.openRepositoryInParentFolders': 'never',
    // These three differ between VS Code in a browser and on the desktop.
    'files.autoSave': 'off',
    'window.confirmBeforeClose': 'never',
    'remote.autoForwardPorts': false,
    ...own,
  };
}

/** The page's address for a folder, a `.code-workspace` file or an empty window. */
export function windowAddress(
  origin: string,
  workspace?: string,
  payload: readonly (readonly [string, string])[] = [],
): string {
  const url = new URL(origin);
  if (workspace) {
    url.searchParams.set(workspace.endsWith('.code-workspace') ? 'workspace' : 'folder', workspace);
  } else {
    url.searchParams.set('ew', 'true');
  }
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}
