import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ConnectAgent } from '../../terminalServer/clients/agentClients';
import type { ProposalEditors } from '../proposedEdits/proposalEditors';
import { SettingsReader } from '../settings';
import type { IdeService } from './ideService';

export interface IdeStartOptions {
  readonly context: vscode.ExtensionContext;
  proposalEditors(): Promise<ProposalEditors>;
  /** Tools for agents of others. */
  tools(): Promise<{ readonly connect: ConnectAgent }>;
  readonly log: Log;
}

/** Runs the IDE service while `tandem.ide.enabled` is on and the workspace is trusted. */
export class IdeStart implements Disposable {
  private readonly store = new DisposableStore();
  private readonly settings = this.store.add(new SettingsReader());
  private starting: Promise<IdeService | undefined> | undefined;
  private running: IdeService | undefined;
  /** Number of stops so far: the service may be turned off and on while it starts. */
  private round = 0;

  constructor(private readonly options: IdeStartOptions) {
    this.store.add(
      this.settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.ide.enabled')) {
          this.look();
        }
      }),
    );
    this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.look()));
    this.look();
  }

  /** Running service; undefined while it is off or has not started yet. */
  get service(): IdeService | undefined {
    return this.running;
  }

  /** Returns the port once the service has started; undefined if it is off or has failed. */
  async port(): Promise<number | undefined> {
    return (await this.starting)?.port;
  }

  /**
   * Returns the service once it has started.
   * @throws UserError `ide.off` with the reason why terminals are not served
   */
  async require(): Promise<IdeService> {
    const service = await this.starting;
    if (service) {
      return service;
    }
    const why = !vscode.workspace.isTrusted
      ? vscode.l10n.t('Tandem connects no terminals in a workspace that is not trusted.')
      : this.isOn()
        ? vscode.l10n.t('Tandem could not listen for terminals. The log says why.')
        : vscode.l10n.t('Tandem connects no terminals: the setting tandem.ide.enabled is off.');
    throw new UserError('ide.off', why);
  }

  dispose(): void {
    this.stop();
    this.store.dispose();
  }

  private look(): void {
    if (!this.isOn() || !vscode.workspace.isTrusted) {
      this.stop();
      this.options.context.environmentVariableCollection.clear();
    } else {
      this.starting ??= this.start();
    }
  }

  private isOn(): boolean {
    return this.settings.get('tandem.ide.enabled');
  }

  private async start(): Promise<IdeService | undefined> {
    const { log } = this.options;
    const { round } = this;
    try {
      const { IdeService } = await import('./ideService');
      const service = await IdeService.start({ ...this.options, settings: this.settings });
      if (round !== this.round) {
        service.dispose();
        return undefined;
      }
      this.running = service;
      return service;
    } catch (error) {
      log.error(`Terminals cannot connect to this window: ${messageOf(error)}`);
      return undefined;
    }
  }

  private stop(): void {
    this.round += 1;
    this.running?.dispose();
    this.running = undefined;
    this.starting = undefined;
  }
}
