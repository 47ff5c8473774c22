import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import { Sequencer } from '../../../base/sequencer';
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
  /** Whether anybody sees the answers. A question outlives the tab that asked it. */
  isOpen(): boolean;
  readonly clock: Clock;
}

interface Own {
  readonly cwd: string;
  readonly process: AgentProcess;
  /** Absent while it starts, which may take longer than the idle time. */
  idle?: Disposable;
}

/**
 * Finds a CLI that answers questions about itself. Where no conversation of the folder runs, it
 * starts one that stores nothing and gets no message, so that it costs nothing.
 */
export class SectionAgent implements Disposable {
  /** Questions of different folders must not end each other's start. */
  private readonly starting = new Sequencer();
  private own: Own | undefined;
  private restarts = 0;
  private isDisposed = false;

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
    return live ?? this.starting.queue(() => this.ownReports(cwd));
  }

  /** Ends the process that was started for the tab; the next question starts another one. */
  restart(): void {
    this.restarts += 1;
    this.end();
  }

  dispose(): void {
    this.isDisposed = true;
    this.end();
  }

  private async ownReports(cwd: string): Promise<AgentReports> {
    this.requireOpen();
    const known = this.own;
    if (known?.cwd === cwd && !known.process.hasEnded && known.process.reports) {
      this.wait(known);
      return known.process.reports;
    }
    for (;;) {
      const { restarts } = this;
      try {
        const own = await this.begin(cwd);
        if (restarts === this.restarts) {
          return this.reportsOf(own);
        }
      } catch (error) {
        // A restart ends the process that is starting: the question goes to the next one.
        if (this.isOver || restarts === this.restarts) {
          this.end();
          throw error;
        }
      }
    }
  }

  private async begin(cwd: string): Promise<Own> {
    this.end();
    const { restarts } = this;
    await this.options.agents.requireTemporary();
    this.requireOpen();
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
    const own: Own = { cwd, process };
    if (this.isOver || restarts !== this.restarts) {
      process.dispose();
      this.requireOpen();
      return own;
    }
    this.own = own;
    await process.start();
    this.requireOpen();
    return own;
  }

  /** @throws UserError `cli.ended`, `cli.unsupported` */
  private reportsOf(own: Own): AgentReports {
    const { hasEnded, reports } = own.process;
    if (hasEnded) {
      throw new UserError('cli.ended', vscode.l10n.t('Claude Code has ended. Try again.'));
    }
    if (!reports) {
      throw new UserError(
        'cli.unsupported',
        vscode.l10n.t('This agent does not report its state.'),
      );
    }
    this.wait(own);
    return reports;
  }

  private get isOver(): boolean {
    return this.isDisposed || !this.options.isOpen();
  }

  private requireOpen(): void {
    if (this.isOver) {
      throw new UserError('cli.ended', vscode.l10n.t('The tab was closed.'));
    }
  }

  /** Ends the process that was started for the tab. */
  end(): void {
    this.own?.idle?.dispose();
    this.own?.process.dispose();
    this.own = undefined;
  }

  private wait(own: Own): void {
    own.idle?.dispose();
    own.idle = this.options.clock.setTimeout(() => this.end(), idleTime);
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
