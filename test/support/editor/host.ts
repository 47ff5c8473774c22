import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { runProgram } from '../npmClient';
import { type BuiltIns, builtInsFolder } from './builtIns';
import { DriverHub, driverFolder, driverSocketVariable } from './driverClient';
import type { EditorVersion } from './editorPins';
import { extensionRecord } from './extensionRecord';
import { type MarkedProcess, markedProcesses } from './processes';
import { findEditor, type ProvisionedEditor } from './provision';
import {
  type EditorFolders,
  folderArguments,
  runMarker,
  serverArguments,
  serverEnvironment,
  userSettings,
  windowAddress,
} from './serverSetup';

type ExtensionSource = { vsix: string } | { folder: string };

export interface EditorOptions {
  version?: EditorVersion;
  /** Folder or `.code-workspace` file. Default: an empty window. */
  workspace?: string | undefined;
  /** Extension to install in addition to the test driver. */
  extension?: ExtensionSource | undefined;
  /** Folders of additional extensions to install. */
  others?: readonly string[];
  /** Settings added to `userSettings()`. */
  settings?: Readonly<Record<string, unknown>>;
  /** Variables added to `serverEnvironment()`, for the server, extension host and terminals. */
  env?: Readonly<Record<string, string | undefined>>;
  /** True enables workspace trust, so that a new folder opens in restricted mode. Default false. */
  workspaceTrust?: boolean;
  /** Required by `extensionDevelopmentPath`; suppresses toasts. Default false. */
  smokeDriver?: boolean;
  /** Installs the driver extension that `driver` connects to. Default true. */
  driver?: boolean;
  /** Built-in extensions. Default: all. */
  builtIns?: BuiltIns;
  /** Port. Default: a free one. A fixed port preserves the browser's storage for the address. */
  port?: number;
}

export interface EditorHost {
  /** Address of the page that shows the workspace. */
  url: string;
  /** `http://127.0.0.1:<port>`. */
  origin: string;
  /** Address of a page with another workspace on the same server. */
  urlFor: (workspace?: string, payload?: readonly (readonly [string, string])[]) => string;
  vscode: string;
  folders: EditorFolders;
  userDataDir: string;
  pid: number;
  driver: DriverHub;
  /** Output of the server so far. */
  output: () => string;
  /** Text of all log files (server, extension hosts, output channels) by relative path. */
  logs: () => Promise<Record<string, string>>;
  /** Live processes that this server started, directly or indirectly, without the server itself. */
  processes: () => Promise<MarkedProcess[]>;
  /** Ends the server and all processes it started, and removes the temporary folder. */
  stop: () => Promise<void>;
}

/** Starts a real VS Code server on a free port of 127.0.0.1; resolves when it is listening. */
export async function startEditor(options: EditorOptions = {}): Promise<EditorHost> {
  const { workspaceTrust = false, smokeDriver = false, port = 0 } = options;
  const editor = await findEditor(options.version ?? 'newest');
  const folders = await createFolders();
  const driver = await DriverHub.listen(join(folders.root, 'driver.sock'));
  const marker = folders.root;
  const env = serverEnvironment(process.env, {
    // VS Code leaves sockets there, and would otherwise use the user's session folder.
    TMPDIR: folders.temp,
    XDG_RUNTIME_DIR: folders.temp,
    ...options.env,
    [driverSocketVariable]: driver.socket,
    [runMarker]: marker,
  });
  let server: ChildProcess | undefined;
  const stop = async () => {
    await driver.dispose();
    if (server) await endGroup(server);
    for (const { pid } of markedProcesses(runMarker, marker)) killQuietly(pid);
    await rm(folders.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    const settings = join(folders.userData, 'User', 'settings.json');
    await writeFile(
      settings,
      JSON.stringify(userSettings(workspaceTrust, options.settings), null, 2),
    );
    await installExtensions(options, editor, folders, env);
    const builtIns = await builtInsFolder(options.builtIns ?? 'all', editor.server, folders.root);
    // A window without a driver is a user's, whose computer may sleep.
    const reconnects = options.driver === false;
    const args = serverArguments({
      ...{ folders, workspaceTrust, smokeDriver, port, builtIns, reconnects },
    });
    server = spawn(editor.node, args, {
      cwd: editor.server,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A separate process group, so that extension hosts end with the server.
      detached: true,
    });
    const output = collectOutput(server);
    const origin = `http://127.0.0.1:${await listeningPort(server, output)}`;
    const pid = server.pid ?? 0;
    return {
      url: windowAddress(origin, options.workspace && resolve(options.workspace)),
      origin,
      urlFor: (workspace, payload) =>
        windowAddress(origin, workspace && resolve(workspace), payload),
      vscode: editor.vscode,
      folders,
      userDataDir: folders.userData,
      pid,
      driver,
      output: () => output.text,
      logs: () => readLogs([join(folders.userData, 'logs'), join(folders.server, 'data', 'logs')]),
      processes: async () => markedProcesses(runMarker, marker).filter(p => p.pid !== pid),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createFolders(): Promise<EditorFolders> {
  const root = await mkdtemp(join(tmpdir(), 'tandem-editor-'));
  const folders = {
    root,
    server: join(root, 'server'),
    userData: join(root, 'user-data'),
    extensions: join(root, 'extensions'),
    temp: join(root, 'tmp'),
  };
  await mkdir(join(folders.userData, 'User'), { recursive: true });
  await mkdir(folders.extensions);
  await mkdir(folders.temp, { mode: 0o700 });
  return folders;
}

async function installExtensions(
  { extension, others = [], driver = true }: EditorOptions,
  editor: ProvisionedEditor,
  folders: EditorFolders,
  env: Record<string, string>,
): Promise<void> {
  const linked = [
    ...(driver ? [driverFolder] : []),
    ...(extension && 'folder' in extension ? [resolve(extension.folder)] : []),
    ...others,
  ];
  const records = await Promise.all(linked.map(extensionRecord));
  await writeFile(join(folders.extensions, 'extensions.json'), JSON.stringify(records));
  if (!extension || 'folder' in extension) return;
  const install = ['--install-extension', resolve(extension.vsix), '--force'];
  const args = ['out/server-main.js', ...folderArguments(folders), ...install];
  await runProgram(
    editor.node,
    [...args, '--accept-server-license-terms', '--telemetry-level', 'off'],
    { cwd: editor.server, env },
  );
}

function collectOutput(server: ChildProcess): { text: string } {
  const output = { text: '' };
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', chunk => {
      output.text += chunk;
    });
  }
  return output;
}

function listeningPort(server: ChildProcess, output: { text: string }): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const look = () => {
      const port = /agent listening on (\d+)/.exec(output.text)?.[1];
      if (port) resolvePort(Number(port));
    };
    server.stdout?.on('data', look);
    server.on('error', reject);
    server.on('exit', (code, signal) => {
      reject(new Error(`VS Code\u2019s server ended with ${signal ?? code}:\n${output.text}`));
    });
  });
}

const politeMs = 3_000;

async function endGroup(server: ChildProcess): Promise<void> {
  const { pid } = server;
  if (pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>(done => server.once('exit', () => done()));
  killQuietly(-pid, 'SIGTERM');
  const harder = setTimeout(() => killQuietly(-pid), politeMs);
  await ended;
  clearTimeout(harder);
  killQuietly(-pid);
}

function killQuietly(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function readLogs(roots: readonly string[]): Promise<Record<string, string>> {
  const logs: Record<string, string> = {};
  for (const root of roots) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      logs[relative(root, file)] = await readFile(file, 'utf8');
    }
  }
  return logs;
}
