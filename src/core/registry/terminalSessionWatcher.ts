import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import type { ForeignProcess, SessionWatch } from '../../protocol/sessionWatch';
import type { Channel } from '../conversation/channel';
import { holderMessage } from '../conversation/leaseHolder';

export interface WatcherOwner {
  /** Channels whose sessions belong to this window. */
  ours(): readonly Channel[];
  /** Processes that this window has started. */
  pids(): ReadonlySet<number>;
  /** Reads messages added elsewhere and makes the conversation writable again. */
  reopen(channel: Channel): Promise<unknown>;
}

/** Hands sessions over to terminals that open them, and takes them back when those have ended. */
export class TerminalSessionWatcher implements Disposable {
  private readonly store = new DisposableStore();
  /** Channels that were working here when another process opened their sessions. */
  private readonly contested = new WeakSet<Channel>();
  private checking: Promise<void> | undefined;
  private checksAgain = false;

  constructor(
    private readonly watch: SessionWatch,
    private readonly owner: WatcherOwner,
    private readonly log: Log,
  ) {
    this.store.add(watch.onChanged(() => this.check()));
  }

  /** Checks again after a turn that may have delayed handing over a session. */
  turnEnded(channel: Channel): void {
    if (this.contested.has(channel)) {
      this.check();
    }
  }

  dispose(): void {
    this.checksAgain = false;
    this.store.dispose();
  }

  /** Runs one check at a time; changes during a check trigger another. */
  private check(): void {
    if (this.checking) {
      this.checksAgain = true;
      return;
    }
    this.checking = this.checkAll()
      .catch((error: unknown) =>
        this.log.warn('Sessions of terminals are not known', { error: messageOf(error) }),
      )
      .finally(() => {
        this.checking = undefined;
        if (this.checksAgain && !this.store.isDisposed) {
          this.checksAgain = false;
          this.check();
        }
      });
  }

  private async checkAll(): Promise<void> {
    const ours = this.owner.ours();
    const ids = new Set<SessionId>(ours.map(channel => channel.record.sessionId));
    const processes = ids.size > 0 ? await this.watch.foreignProcesses(ids, this.owner.pids()) : [];
    for (const channel of ours) {
      const process = processes.find(candidate => candidate.sessionId === channel.record.sessionId);
      if (!this.owner.ours().includes(channel)) {
        // Closed, or handed over to another window by now.
        continue;
      }
      if (process) {
        await this.yieldTo(channel, process);
      } else {
        await this.reclaim(channel);
      }
    }
  }

  private async yieldTo(channel: Channel, { pid, isWorking }: ForeignProcess): Promise<void> {
    if (channel.heldBy?.pid === pid) {
      return;
    }
    const holder = { kind: 'terminal', pid, isWorking } as const;
    const { phase } = channel.conversation.summary.agent;
    if (channel.agent.canSleep || !channel.agent.isLive) {
      // A starting agent checks for other processes itself.
      if (phase !== 'starting') {
        await channel.lease.transfer(holder, holderMessage(holder));
      }
    } else if (!this.contested.has(channel)) {
      this.contested.add(channel);
      channel.note(
        l10n.t('{0} Tandem hands it over when the turn has ended.', holderMessage(holder)),
      );
    }
  }

  private async reclaim(channel: Channel): Promise<void> {
    this.contested.delete(channel);
    if (channel.heldBy?.kind === 'terminal' && channel.heldBy.pid !== undefined) {
      await this.owner.reopen(channel);
    }
  }
}
