import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { AgentSupervisor } from './agentSupervisor';

export interface ReaperSettings {
  /** Processes that may live at a time; working ones may exceed the limit. */
  readonly maxLive: number;
  /** Minutes after which an idle conversation's process ends; 0: never. */
  readonly sleepAfterMinutes: number;
}

type ReapableAgent = Pick<AgentSupervisor, 'isLive' | 'canSleep' | 'phaseSince' | 'sleep'>;

/** Conversations that share the limit. */
export interface ReapableChannels {
  readonly all: readonly { readonly agent: ReapableAgent }[];
  readonly onChanged: Event<unknown>;
}

/**
 * Ends the processes of idle conversations when there are too many or they have been unused for
 * long. The next message wakes them.
 */
export class IdleProcessReaper implements Disposable {
  private readonly store = new DisposableStore();
  private timer: Disposable | undefined;
  private isDue = false;

  constructor(
    private readonly channels: ReapableChannels,
    private readonly settings: ReaperSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.store.add(channels.onChanged(() => this.scheduleCheck()));
  }

  /** Schedules a check, for example because settings may have changed. */
  scheduleCheck(): void {
    if (!this.isDue && !this.store.isDisposed) {
      this.isDue = true;
      queueMicrotask(() => {
        this.isDue = false;
        this.check();
      });
    }
  }

  dispose(): void {
    this.timer?.dispose();
    this.store.dispose();
  }

  private check(): void {
    this.timer?.dispose();
    this.timer = undefined;
    if (this.store.isDisposed) {
      return;
    }
    const live = this.channels.all.map(({ agent }) => agent).filter(agent => agent.isLive);
    const idle = live.filter(agent => agent.canSleep).sort((a, b) => a.phaseSince - b.phaseSince);
    const excess = Math.max(0, live.length - Math.max(1, this.settings.maxLive));
    const after = this.settings.sleepAfterMinutes * 60_000;
    const isLong = ({ phaseSince }: ReapableAgent) =>
      after > 0 && this.clock.now() - phaseSince >= after;
    const staying = idle.filter((agent, index) => {
      const isExpired = index < excess || isLong(agent);
      if (isExpired) {
        void this.reap(agent);
      }
      return !isExpired;
    });
    const [next] = staying;
    if (next && after > 0) {
      const delay = Math.max(0, next.phaseSince + after - this.clock.now());
      this.timer = this.clock.setTimeout(() => this.check(), delay);
    }
  }

  private async reap(agent: ReapableAgent): Promise<void> {
    try {
      await agent.sleep();
    } catch (error) {
      this.log.warn('An idle agent could not be ended', { error: messageOf(error) });
    }
  }
}
