import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { systemClock } from '../../node/systemClock';
import { tandemIdeName } from '../../protocol/ideNames';
import type { ConnectAgent } from '../../terminalServer/clients/agentClients';
import type { IdeAddress } from '../../terminalServer/editor/connection';
import { IdeServer } from '../../terminalServer/ideServer';
import { refreshLauncher } from '../mcpLauncher/launcher';
import type { ProposalEditors } from '../proposedEdits/proposalEditors';
import type { SettingsReader } from '../settings';
import { IdeLocks } from './ideLocks';
import { KeptAddresses } from './keptAddresses';
import type { TerminalBridge } from './terminalBridge';
import { TerminalEnvironment } from './terminalEnvironment';

export interface IdeServiceOptions {
  readonly context: vscode.ExtensionContext;
  readonly settings: SettingsReader;
  proposalEditors(): Promise<ProposalEditors>;
  /** Tools for agents of others. */
  tools(): Promise<{ readonly connect: ConnectAgent }>;
  readonly log: Log;
}

/** Runs the IDE server and makes it known to terminals; loads the rest with the first terminal. */
export class IdeService implements Disposable {
  private readonly store = new DisposableStore();
  private readonly server: IdeServer;
  private readonly locks: IdeLocks;
  private loading: Promise<TerminalBridge> | undefined;
  private ready: TerminalBridge | undefined;
  private address: IdeAddress | undefined;
  private isDisposed = false;

  private constructor(
    private readonly options: IdeServiceOptions,
    private readonly kept: KeptAddresses | undefined,
    preferred: IdeAddress | undefined,
  ) {
    const { context, settings, log } = options;
    this.locks = new IdeLocks(settings, log);
    this.server = this.store.add(
      new IdeServer({
        editor: async () => (await this.bridge()).port,
        agents: async () => {
          const tools = await options.tools();
          return folder => tools.connect(folder);
        },
        version: context.extension.packageJSON.version,
        ...(preferred ? { preferred } : {}),
        clock: systemClock,
        log,
      }),
    );
  }

  /** @throws the system's error if no port is available */
  static async start(options: IdeServiceOptions): Promise<IdeService> {
    const { context, log } = options;
    // A window without a folder has no storage, so a reload gives it a new address.
    const folder = context.storageUri && join(context.storageUri.fsPath, 'ide');
    const kept = folder === undefined ? undefined : new KeptAddresses(folder, log);
    const service = new IdeService(options, kept, await kept?.take());
    try {
      await service.listen();
    } catch (error) {
      service.dispose();
      throw error;
    }
    return service;
  }

  /** Port of the IDE server; undefined until it listens. */
  get port(): number | undefined {
    return this.address?.port;
  }

  /** Whether a CLI in a terminal is connected. */
  get hasTerminal(): boolean {
    return this.server.connections.length > 0;
  }

  /** Loaded room; undefined until a terminal connects or a command asks for it. */
  get loaded(): TerminalBridge | undefined {
    return this.ready;
  }

  bridge(): Promise<TerminalBridge> {
    this.loading ??= this.load();
    return this.loading;
  }

  dispose(): void {
    if (this.isDisposed) {
      return;
    }
    this.isDisposed = true;
    this.store.dispose();
    if (this.address) {
      this.kept?.giveUp();
      this.locks.removeSync(this.address.port);
    }
  }

  private async load(): Promise<TerminalBridge> {
    const { proposalEditors, settings, log } = this.options;
    const [{ TerminalBridge }, proposals] = await Promise.all([
      import('./terminalBridge'),
      proposalEditors(),
    ]);
    const { server } = this;
    const bridge = this.store.add(
      new TerminalBridge({ server, proposalEditors: proposals, settings, clock: systemClock, log }),
    );
    this.ready = bridge;
    return bridge;
  }

  private async listen(): Promise<void> {
    const { context, settings, log } = this.options;
    const address = await this.server.listen();
    if (this.isDisposed) {
      return;
    }
    this.address = address;
    const { port } = address;
    this.store.add(new TerminalEnvironment(context.environmentVariableCollection, port, settings));
    const rewrite = () => {
      this.writeLock(address).catch((error: unknown) => {
        log.warn(`The lock file says what was true before: ${messageOf(error)}`);
      });
    };
    this.store.add(vscode.workspace.onDidChangeWorkspaceFolders(rewrite));
    this.store.add(
      settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.cli.env')) {
          rewrite();
        }
      }),
    );
    await this.writeLock(address);
    await this.kept?.keep(address).catch((error: unknown) => {
      log.warn(`Terminals will not find this window after a reload: ${messageOf(error)}`);
    });
    log.info(`Terminals find this window at port ${port}`);
    const { execPath, platform } = process;
    const storage = context.globalStorageUri.fsPath;
    await refreshLauncher({
      ...{ storage, extensionPath: context.extensionPath, execPath, platform },
    }).catch((error: unknown) => {
      log.warn(`Agents of others start an earlier version: ${messageOf(error)}`);
    });
    await this.locks
      .removeStale(content => content.ideName === tandemIdeName)
      .catch((error: unknown) => {
        log.warn(`What windows have left behind stays: ${messageOf(error)}`);
      });
  }

  private writeLock({ port, token }: IdeAddress): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return this.locks.write(port, {
      pid: process.pid,
      folders: folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
      ideName: tandemIdeName,
      token,
    });
  }
}
