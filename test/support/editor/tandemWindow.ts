import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ScriptedApi } from '../api/scriptedApi';
import { launchBrowser } from '../browser';
import { type CliVersion, cliBinary } from '../cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../cli/isolatedHome';
import { sampleWorkspace } from '../demo/tour';
import type { EditorVersion } from './editorPins';
import { type EditorHost, startEditor } from './host';
import { Workbench } from './workbench';

export interface TandemWindowOptions {
  version?: EditorVersion;
  cli?: CliVersion;
  /** The packaged extension; default: the built folder of the repository. */
  vsix?: string;
  /** Folders of further extensions that are installed. */
  others?: readonly string[];
  /** Added to the settings that point Tandem at the real CLI and the scripted API. */
  settings?: Readonly<Record<string, unknown>>;
  /** False leaves the CLI to be found (and not to be found). Default true. */
  cliPath?: boolean;
  workspaceTrust?: boolean;
  /** False opens an empty window. Default true: a copy of the sample project. */
  folder?: boolean;
  /** Names of further, empty folders: the window has a workspace of several. */
  roots?: readonly string[];
  /** Added to the environment of server, extension host and terminals. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Puts files into the project and the home folder before the editor starts. */
  prepare?: (folders: { workspace: string; home: string }) => Promise<void>;
  viewport?: { width: number; height: number };
  colorScheme?: 'dark' | 'light';
}

/** A real VS Code with Tandem, the real CLI, a scripted API, a copy of the sample project. */
export interface TandemWindow {
  readonly api: ScriptedApi;
  readonly home: IsolatedHome;
  readonly editor: EditorHost;
  readonly browser: Browser;
  readonly workbench: Workbench;
  /** The sample project's folder, its path without links. */
  readonly workspace: string;
  close(): Promise<void>;
}

/** Tandem's log has the CLI's frames, for whoever looks into why a test has failed. */
const traced = [['logLevel', 'tandem.tandem-code:trace']] as const;

export const repository = join(__dirname, '..', '..', '..');

export async function openTandem(options: TandemWindowOptions = {}): Promise<TandemWindow> {
  const api = await ScriptedApi.start();
  const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-window-')));
  const workspace = join(folder, 'todo-cli');
  await cp(sampleWorkspace, workspace, { recursive: true });
  await options.prepare?.({ workspace, home: home.home });
  const opened = options.roots ? await severalRoots(folder, options.roots) : workspace;
  const { path } = await cliBinary(options.cli ?? 'newest');
  const editor = await startEditor({
    ...(options.version ? { version: options.version } : {}),
    ...(options.folder === false ? {} : { workspace: opened }),
    extension: options.vsix ? { vsix: options.vsix } : { folder: repository },
    others: options.others ?? [],
    settings: {
      ...(options.cliPath === false ? {} : { 'tandem.cli.path': path }),
      'tandem.cli.env': home.cliEnv,
      // Messages would lie over what a test clicks.
      'tandem.notifications': 'never',
      ...options.settings,
    },
    env: { HOME: home.home, SHELL: '/bin/sh', ...options.env },
    workspaceTrust: options.workspaceTrust ?? false,
  });
  const browser = await launchBrowser();
  const workspaceOpened = options.folder === false ? undefined : opened;
  const workbench = await Workbench.open(browser, editor.urlFor(workspaceOpened, traced), {
    ...(options.viewport ? { viewport: options.viewport } : {}),
    ...(options.colorScheme ? { colorScheme: options.colorScheme } : {}),
  });
  return {
    api,
    home,
    editor,
    browser,
    workbench,
    workspace,
    close: async () => {
      await browser.close();
      await editor.stop();
      await api.close();
      await home.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The sample project comes first. @returns the file of the workspace */
async function severalRoots(folder: string, names: readonly string[]): Promise<string> {
  for (const name of names) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const file = join(folder, 'several.code-workspace');
  const folders = ['todo-cli', ...names].map(path => ({ path }));
  await writeFile(file, JSON.stringify({ folders }));
  return file;
}
