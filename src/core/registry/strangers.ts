import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import type { SessionWatch, Stranger } from '../../protocol/sessionWatch';
import type { Channel } from '../conversation/channel';
import { holderWords } from '../conversation/elsewhere';

export interface StrangersOwner {
  /** Channels whose sessions belong to this window. */
  ours(): readonly Channel[];
  /** Processes that this window has started. */
  pids(): ReadonlySet<number>;
  /** Reads messages added elsewhere and makes the conversation writable again. */
  reopen(channel: Channel): Promise<unknown>;
}

/** Hands sessions over to terminals that open them, and takes them back when those have ended. */
export class Strangers implements Disposable {
  private readonly store = new DisposableStore();
  /** Channels that were working here when another process opened their sessions. */
  private readonly contested = new WeakSet<Channel>();
  private looking: Promise<void> | undefined;
  private looksAgain = false;

  constructor(
    private readonly watch: SessionWatch,
    private readonly owner: StrangersOwner,
    private readonly log: Log,
  ) {
    this.store.add(watch.onChanged(() => this.look()));
  }

  /** Checks again after a turn that may have delayed handing over a session. */
  turnEnded(channel: Channel): void {
    if (this.contested.has(channel)) {
      this.look();
    }
  }

  dispose(): void {
    this.looksAgain = false;
    this.store.dispose();
  }

  /** Runs one check at a time; changes during a check trigger another. */
  private look(): void {
    if (this.looking) {
      this.looksAgain = true;
      return;
    }
    this.looking = this.meetAll()
      .catch((error: unknown) =>
        this.log.warn('Sessions of terminals are not known', { error: messageOf(error) }),
      )
      .finally(() => {
        this.looking = undefined;
        if (this.looksAgain && !this.store.isDisposed) {
          this.looksAgain = false;
          this.look();
        }
      });
  }

  private async meetAll(): Promise<void> {
    const ours = this.owner.ours();
    const ids = new Set<SessionId>(ours.map(channel => channel.record.sessionId));
    const strangers = ids.size > 0 ? await this.watch.strangers(ids, this.owner.pids()) : [];
    for (const channel of ours) {
      const stranger = strangers.find(one => one.sessionId === channel.record.sessionId);
      if (!this.owner.ours().includes(channel)) {
        // Closed, or handed over to another window by now.
        continue;
      }
      if (stranger) {
        await this.meet(channel, stranger);
      } else {
        await this.part(channel);
      }
    }
  }

  private async meet(channel: Channel, { pid, isWorking }: Stranger): Promise<void> {
    if (channel.heldBy?.pid === pid) {
      return;
    }
    const holder = { kind: 'terminal', pid, isWorking } as const;
    const { phase } = channel.conversation.summary.agent;
    if (channel.agent.canSleep || !channel.agent.isLive) {
      // A starting agent checks for other processes itself.
      if (phase !== 'starting') {
        await channel.holding.letGo(holder, holderWords(holder));
      }
    } else if (!this.contested.has(channel)) {
      this.contested.add(channel);
      channel.note(`${holderWords(holder)} It is let go of here when the turn has ended.`);
    }
  }

  private async part(channel: Channel): Promise<void> {
    this.contested.delete(channel);
    if (channel.heldBy?.kind === 'terminal' && channel.heldBy.pid !== undefined) {
      await this.owner.reopen(channel);
    }
  }
}
