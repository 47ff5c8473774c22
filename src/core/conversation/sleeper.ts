import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { AgentSupervisor } from './agentSupervisor';

export interface SleepSettings {
  /** Processes that may live at a time; working ones may exceed the limit. */
  readonly maxLive: number;
  /** Minutes after which an idle conversation's process ends; 0: never. */
  readonly sleepAfterMinutes: number;
}

type Sleepy = Pick<AgentSupervisor, 'isLive' | 'canSleep' | 'phaseSince' | 'sleep'>;

/** Conversations that share the limit. */
export interface SleepingPlace {
  readonly all: readonly { readonly agent: Sleepy }[];
  readonly onChanged: Event<unknown>;
}

/**
 * Ends the processes of idle conversations when there are too many or they have been unused for
 * long. The next message wakes them.
 */
export class Sleeper implements Disposable {
  private readonly store = new DisposableStore();
  private timer: Disposable | undefined;
  private isDue = false;

  constructor(
    private readonly channels: SleepingPlace,
    private readonly settings: SleepSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.store.add(channels.onChanged(() => this.lookSoon()));
  }

  /** Schedules a check, for example because settings may have changed. */
  lookSoon(): void {
    if (!this.isDue && !this.store.isDisposed) {
      this.isDue = true;
      queueMicrotask(() => {
        this.isDue = false;
        this.look();
      });
    }
  }

  dispose(): void {
    this.timer?.dispose();
    this.store.dispose();
  }

  private look(): void {
    this.timer?.dispose();
    this.timer = undefined;
    if (this.store.isDisposed) {
      return;
    }
    const live = this.channels.all.map(({ agent }) => agent).filter(agent => agent.isLive);
    const idle = live.filter(agent => agent.canSleep).sort((a, b) => a.phaseSince - b.phaseSince);
    const excess = Math.max(0, live.length - Math.max(1, this.settings.maxLive));
    const after = this.settings.sleepAfterMinutes * 60_000;
    const isLong = ({ phaseSince }: Sleepy) => after > 0 && this.clock.now() - phaseSince >= after;
    const staying = idle.filter((agent, index) => {
      const isTired = index < excess || isLong(agent);
      if (isTired) {
        void this.sleep(agent);
      }
      return !isTired;
    });
    const [next] = staying;
    if (next && after > 0) {
      const delay = Math.max(0, next.phaseSince + after - this.clock.now());
      this.timer = this.clock.setTimeout(() => this.look(), delay);
    }
  }

  private async sleep(agent: Sleepy): Promise<void> {
    try {
      await agent.sleep();
    } catch (error) {
      this.log.warn('An idle agent could not be ended', { error: messageOf(error) });
    }
  }
}
