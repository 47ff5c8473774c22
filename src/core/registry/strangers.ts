import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import type { SessionWatch, Stranger } from '../../protocol/sessionWatch';
import type { Channel } from '../conversation/channel';
import { holderWords } from '../conversation/elsewhere';

export interface StrangersOwner {
  /** The channels whose sessions are this window's. */
  ours(): readonly Channel[];
  /** The processes that this window has started. */
  pids(): ReadonlySet<number>;
  /** What was said elsewhere is read, and the conversation is ours again. */
  reopen(channel: Channel): Promise<unknown>;
}

/** Gives sessions to terminals that open them, and takes them back when those have ended. */
export class Strangers implements Disposable {
  private readonly store = new DisposableStore();
  /** Somebody has opened these while they were at work here. */
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

  /** A turn that may have kept a session from being given away has ended. */
  turnEnded(channel: Channel): void {
    if (this.contested.has(channel)) {
      this.look();
    }
  }

  dispose(): void {
    this.looksAgain = false;
    this.store.dispose();
  }

  /** One look at a time; what changes meanwhile is looked at afterwards. */
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
        // Closed, or another window's by now.
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
      // One that starts looks for strangers itself.
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
