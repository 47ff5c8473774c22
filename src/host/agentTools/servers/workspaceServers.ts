import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import { deepEqual } from '../../../base/json';
import type { Log } from '../../../base/log';
import type { ServerConfigs } from '../../../protocol/agentSource';
import type { SettingsReader } from '../../settings';
import { readMcpFile, type WorkspaceServer, withoutTwins } from './mcpFile';

const fileName = '.vscode/mcp.json';

export interface FoundServers {
  readonly servers: readonly WorkspaceServer[];
  /** Errors in files that cannot be read, by path. */
  readonly broken: ReadonlyMap<string, string>;
}

const none: FoundServers = { servers: [], broken: new Map() };

/** Watches the MCP servers that the workspace folders define in `.vscode/mcp.json`. */
export class WorkspaceServers implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<FoundServers>());
  private watched: Disposable | undefined;
  private known: FoundServers = none;
  private reading: Promise<void> = Promise.resolve();

  /** Fires when the offered servers change, or the errors in their files. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly settings: SettingsReader,
    private readonly log: Log,
  ) {
    this.watch();
    const { store } = this;
    store.add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.watch();
        this.look();
      }),
    );
    store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.look()));
    store.add(
      settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.mcp.offerWorkspaceServers')) {
          this.look();
        }
      }),
    );
  }

  get isOffering(): boolean {
    return vscode.workspace.isTrusted && this.settings.get('tandem.mcp.offerWorkspaceServers');
  }

  /** Returns the servers in the agent's format; empty if none are to be offered. */
  async configs(): Promise<ServerConfigs> {
    await this.read();
    return configsOf(this.known);
  }

  /** Lists all servers, even while none are offered; none in an untrusted workspace. */
  async list(): Promise<FoundServers> {
    return vscode.workspace.isTrusted ? this.readAll() : none;
  }

  dispose(): void {
    this.watched?.dispose();
    this.store.dispose();
  }

  private watch(): void {
    this.watched?.dispose();
    const watching = new DisposableStore();
    for (const folder of foldersOfWorkspace()) {
      const pattern = new vscode.RelativePattern(folder, fileName);
      const watcher = watching.add(vscode.workspace.createFileSystemWatcher(pattern));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
        watching.add(event(() => this.look()));
      }
    }
    this.watched = watching;
  }

  private look(): void {
    void this.read().catch((error: unknown) =>
      this.log.warn('MCP servers of the workspace', { error: messageOf(error) }),
    );
  }

  /** Queues reads, so that the last one requested sees the newest files. */
  private read(): Promise<void> {
    const before = this.reading.catch(() => undefined);
    this.reading = before.then(async () => {
      const found = this.isOffering ? await this.readAll() : none;
      const isSame =
        deepEqual(found.servers, this.known.servers) &&
        deepEqual([...found.broken], [...this.known.broken]);
      this.known = found;
      if (!isSame && !this.store.isDisposed) {
        this.changed.fire(found);
      }
    });
    return this.reading;
  }

  private async readAll(): Promise<FoundServers> {
    const servers: WorkspaceServer[] = [];
    const broken = new Map<string, string>();
    for (const { uri } of foldersOfWorkspace()) {
      const folder = uri.fsPath;
      const file = join(folder, fileName);
      try {
        const text = await textOf(file);
        const context = { folder, file, home: homedir(), env: process.env, read: textFile };
        servers.push(...(text === undefined ? [] : await readMcpFile(text, context)));
      } catch (error) {
        broken.set(file, messageOf(error));
      }
    }
    return { servers: withoutTwins(servers), broken };
  }
}

/** Converts servers to the agent's format, without those that are not offered. */
export function configsOf({ servers }: FoundServers): ServerConfigs {
  return Object.fromEntries(
    servers.flatMap(({ name, config }) => (config ? [[name, config] as const] : [])),
  );
}

function foldersOfWorkspace(): readonly vscode.WorkspaceFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file');
}

function textFile(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await textFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
