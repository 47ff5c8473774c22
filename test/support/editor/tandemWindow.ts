import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptedApi } from '../api/scriptedApi';
import { type CliVersion, cliBinary } from '../cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../cli/isolatedHome';
import { standInCli } from '../cli/standInCli';
import { sampleWorkspace } from '../demo/tour';
import type { BuiltIns } from './builtIns';
import type { EditorVersion } from './editorPins';
import { type EditorHost, startEditor } from './host';
import { userSettings } from './serverSetup';
import { sharedBrowser } from './sharedBrowser';
import { Workbench } from './workbench';

/** Options fixed when a window opens. Test files lend each other windows of the same kind. */
export interface WindowKind {
  version?: EditorVersion;
  /** Packaged extension. Default: the repository's build folder. */
  vsix?: string;
  /** Folders of additional extensions to install. */
  others?: readonly string[];
  /** VS Code's built-in extensions. Default: the few that every window needs. */
  builtIns?: BuiltIns;
  workspaceTrust?: boolean;
  /** False opens an empty window. Default true: a copy of the sample project. */
  folder?: boolean;
  /** Names of additional, empty folders; the window then has a multi-root workspace. */
  roots?: readonly string[];
  /** Variables added to the environment of server, extension host and terminals. */
  env?: Readonly<Record<string, string | undefined>>;
  colorScheme?: 'dark' | 'light';
}

/** Options that are reset for each test file that borrows a window. */
interface WindowContents {
  /** `stand-in` where the CLI is not the subject; see `standInCli`. Default: the newest CLI. */
  cli?: CliVersion | 'stand-in';
  /** Settings added to those that point Tandem at the real CLI and the scripted API. */
  settings?: Readonly<Record<string, unknown>>;
  /** False leaves `tandem.cli.path` unset, to test the search for a CLI. Default true. */
  cliPath?: boolean;
  /** Puts files into the project and home folders before the window opens or is lent. */
  prepare?: (folders: { workspace: string; home: string }) => Promise<void>;
  viewport?: { width: number; height: number };
}

export interface TandemWindowOptions extends WindowKind, WindowContents {}

/** A real VS Code with Tandem, the real CLI, a scripted API and a copy of the sample project. */
export interface TandemWindow {
  readonly api: ScriptedApi;
  readonly home: IsolatedHome;
  readonly editor: EditorHost;
  readonly workbench: Workbench;
  /** Folder of the sample project, as a path without symbolic links. */
  readonly workspace: string;
  /** Path of the window's own `standInCli`, whatever CLI its contents name. */
  readonly standIn: string;
  /**
   * Gives the open window a new project, home and API, like a new window.
   * @returns all user settings of a new window; the caller has to apply them
   */
  refill(contents: WindowContents): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Makes Tandem's log include the CLI's frames, to help analyze failed tests. */
const traced = [['logLevel', 'tandem.tandem-code:trace']] as const;

export const repository = join(__dirname, '..', '..', '..');

const defaultViewport = { width: 1280, height: 800 };

export async function openTandem(options: TandemWindowOptions = {}): Promise<TandemWindow> {
  let api = await ScriptedApi.start();
  const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-window-')));
  const workspace = join(folder, 'todo-cli');
  const opened = await fillFolder(folder, workspace, options.roots);
  await options.prepare?.({ workspace, home: home.home });
  const standIn = (await standInCli(home.root)).path;
  const editor = await startEditor({
    ...(options.version ? { version: options.version } : {}),
    ...(options.folder === false ? {} : { workspace: opened }),
    extension: options.vsix ? { vsix: options.vsix } : { folder: repository },
    others: options.others ?? [],
    builtIns: options.builtIns ?? 'few',
    settings: await settingsOf(options, home, standIn),
    env: { HOME: home.home, SHELL: '/bin/sh', ...options.env },
    workspaceTrust: options.workspaceTrust ?? false,
  });
  const workspaceOpened = options.folder === false ? undefined : opened;
  const address = editor.urlFor(workspaceOpened, traced);
  const workbench = await Workbench.open(await sharedBrowser(), address, {
    viewport: options.viewport ?? defaultViewport,
    ...(options.colorScheme ? { colorScheme: options.colorScheme } : {}),
  });
  return {
    get api() {
      return api;
    },
    home,
    editor,
    workbench,
    workspace,
    standIn,
    refill: async contents => {
      const port = Number(new URL(api.url).port);
      await api.close();
      api = await ScriptedApi.start({ port });
      await home.empty();
      await fillFolder(folder, workspace, options.roots);
      await contents.prepare?.({ workspace, home: home.home });
      await workbench.page.setViewportSize(contents.viewport ?? defaultViewport);
      const settings = await settingsOf(contents, home, standIn);
      return userSettings(options.workspaceTrust ?? false, settings);
    },
    close: async () => {
      await workbench.close();
      await editor.stop();
      await api.close();
      await home.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function settingsOf(
  { cli = 'newest', cliPath = true, settings }: WindowContents,
  home: IsolatedHome,
  standIn: string,
): Promise<Record<string, unknown>> {
  const path = cli === 'stand-in' ? standIn : (await cliBinary(cli)).path;
  return {
    ...(cliPath ? { 'tandem.cli.path': path } : {}),
    'tandem.cli.env': home.cliEnv,
    // Notifications would cover elements that a test clicks.
    'tandem.notifications': 'never',
    // Draws the text of terminals as elements: WebGL in software would cost more CPU time.
    'terminal.integrated.gpuAcceleration': 'off',
    ...settings,
  };
}

/**
 * Resets the folder to the sample project and these empty folders.
 * @returns the project or the workspace file that the window opens
 */
async function fillFolder(
  folder: string,
  workspace: string,
  roots: readonly string[] | undefined,
): Promise<string> {
  const file = join(folder, 'several.code-workspace');
  const folders = [workspace, ...(roots ?? []).map(name => join(folder, name))];
  // The folders themselves stay, because the editor watches them.
  for (const path of folders) await mkdir(path, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!folders.includes(path) && path !== file) await removeAll([path]);
  }
  for (const path of folders) await empty(path);
  await cp(sampleWorkspace, workspace, { recursive: true });
  if (!roots) return workspace;
  await writeFile(
    file,
    JSON.stringify({ folders: ['todo-cli', ...roots].map(path => ({ path })) }),
  );
  return file;
}

async function empty(folder: string): Promise<void> {
  await removeAll((await readdir(folder)).map(name => join(folder, name)));
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true, maxRetries: 5 });
}
