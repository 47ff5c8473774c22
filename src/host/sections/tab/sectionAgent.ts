import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import { SingleFlight } from '../../../base/singleFlight';
import type { ChannelId, SessionId } from '../../../contract/ids';
import type { Channel } from '../../../core/conversation/channel';
import type { AgentLauncher } from '../../../protocol/agentLauncher';
import type { AgentReports } from '../../../protocol/agentReports';
import type { AgentHost, AgentProcess } from '../../../protocol/agentSource';
import { requireTrust } from '../../trust';

/** Milliseconds without a question, after which a process that was started for the tab ends. */
const idleTime = 60_000;

interface SectionAgentOptions {
  readonly agents: Pick<AgentLauncher, 'launch'> & { requireTemporary(): Promise<void> };
  channels(): readonly Channel[];
  readonly clock: Clock;
}

interface Own {
  readonly cwd: string;
  readonly process: AgentProcess;
  idle: Disposable;
}

/**
 * Finds a CLI that answers questions about itself. Where no conversation of the folder runs, it
 * starts one that stores nothing and gets no message, so that it costs nothing.
 */
export class SectionAgent implements Disposable {
  private readonly starting = new SingleFlight<string, AgentReports>();
  private own: Own | undefined;

  constructor(private readonly options: SectionAgentOptions) {}

  /** @throws UserError with the reason why none can be asked */
  async reports(cwd: string | undefined, front: Channel | undefined): Promise<AgentReports> {
    requireTrust();
    if (cwd === undefined) {
      throw new UserError('folder.none', vscode.l10n.t('Open a folder first.'));
    }
    const channels = [...(front ? [front] : []), ...this.options.channels()];
    const live = channels
      .filter(channel => channel.cwd === cwd)
      .map(({ agent }) => agent.slot.live?.reports)
      .find(reports => reports !== undefined);
    return live ?? this.starting.run(cwd, () => this.ownReports(cwd));
  }

  /** Ends the process that was started for the tab; the next question starts another one. */
  restart(): void {
    this.own?.idle.dispose();
    this.own?.process.dispose();
    this.own = undefined;
  }

  dispose(): void {
    this.restart();
  }

  private async ownReports(cwd: string): Promise<AgentReports> {
    const known = this.own;
    if (known?.cwd === cwd && !known.process.hasEnded && known.process.reports) {
      known.idle.dispose();
      known.idle = this.idling();
      return known.process.reports;
    }
    this.restart();
    await this.options.agents.requireTemporary();
    const process = await this.options.agents.launch(
      {
        channel: 'sections' as ChannelId,
        cwd,
        session: { kind: 'new', id: randomUUID() as SessionId },
        picks: {},
        costBefore: 0,
        isTemporary: true,
      },
      deaf,
    );
    this.own = { cwd, process, idle: this.idling() };
    await process.start();
    if (!process.reports) {
      throw new UserError(
        'cli.unsupported',
        vscode.l10n.t('This agent reports nothing of itself.'),
      );
    }
    return process.reports;
  }

  private idling(): Disposable {
    return this.options.clock.setTimeout(() => this.restart(), idleTime);
  }
}

/** Host of a process without a conversation: nothing runs in it, so that it has nothing to ask. */
const deaf: AgentHost = {
  onEvents: () => undefined,
  onActivity: () => undefined,
  decide: async () => ({ kind: 'deny', message: 'There is no conversation.' }),
  elicit: async () => ({ action: 'cancel' }),
  onPageFinished: () => undefined,
  beforeTool: async () => undefined,
  afterTool: async () => undefined,
  onExit: () => undefined,
};
