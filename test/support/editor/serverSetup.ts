import { fileURLToPath } from 'node:url';

const ownerWatch = fileURLToPath(new URL('./endWithOwner.cjs', import.meta.url));

/** Folders of one running editor, all inside one temporary folder. */
export interface EditorFolders {
  root: string;
  server: string;
  userData: string;
  extensions: string;
  /** `TMPDIR` of all processes in the editor. */
  temp: string;
}

export interface ServerOptions {
  folders: EditorFolders;
  workspaceTrust: boolean;
  smokeDriver: boolean;
  /** Port; 0 for a free one. */
  port: number;
  /** Folder of built-in extensions; undefined for the editor's own. */
  builtIns: string | undefined;
  /**
   * Whether a window may come back. VS Code keeps its extension host for three hours, and with it the
   * conversations, if the message is lost that a window reloads. VS Code 1.99 always does.
   */
  reconnects: boolean;
}

/** Variable that marks all processes of an editor, to find those that outlive a test. */
export const runMarker = 'TANDEM_EDITOR_RUN';

/**
 * Arguments of VS Code's own server. code-server's wrapper is bypassed, because it does not know
 * the smoke test driver. That flag makes built products accept a development extension and a test
 * module, and suppresses toasts and modal editors.
 */
export function serverArguments({
  folders,
  workspaceTrust,
  smokeDriver,
  port,
  builtIns,
  reconnects,
}: ServerOptions): string[] {
  return [
    ...['--require', ownerWatch, 'out/server-main.js'],
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...['--without-connection-token', '--accept-server-license-terms'],
    ...folderArguments(folders),
    ...['--telemetry-level', 'off', '--disable-experiments', '--force-disable-user-env'],
    ...(reconnects ? [] : ['--reconnection-grace-time', '0']),
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

// Excludes variables that make a run depend on the parent shell or test runner, or give a test
// access to the user's own account.
const leftOut =
  /^(npm_|VSCODE_|ELECTRON_|VITEST|CLAUDE|ANTHROPIC_|TANDEM_)|^(NODE_OPTIONS|NODE_ENV|TEST|DEV|PROD|MODE|BASE_URL|DEBUG)$/;

/** Returns the environment of the server and its children; `undefined` in `extra` removes. */
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

/** Returns settings without welcome page, walkthroughs and AI; otherwise like the desktop. */
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
    // Prevents the start of the agent host and its 100 MB runtime, too.
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
    // The defaults of these three differ between the browser and the desktop.
    'files.autoSave': 'off',
    'window.confirmBeforeClose': 'never',
    'remote.autoForwardPorts': false,
    // Otherwise each window lists all open files of all processes every two seconds.
    'remote.autoForwardPortsSource': 'output',
    // TypeScript would install packages from the network. The second name is the one of 1.99.
    'js/ts.tsserver.automaticTypeAcquisition.enabled': false,
    'typescript.disableAutomaticTypeAcquisition': true,
    ...own,
  };
}

/** Returns the page address for a folder, a `.code-workspace` file or an empty window. */
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
