import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';

/** Milliseconds between two checks. Checking a file that has not grown reads nothing. */
const interval = 2_000;

/** Open channels, with the holder of each session that another process continues. */
export interface ReadOnlyChannels {
  readonly all: readonly ReadOnlyChannel[];
  readonly onChanged: Event<unknown>;
}

interface ReadOnlyChannel {
  readonly heldBy: unknown;
  readonly restorer: { catchUp(): Promise<void> };
}

/** Polls read-only channels for messages that other processes add to their sessions. */
export class ReadOnlyTail implements Disposable {
  private readonly store = new DisposableStore();
  private timer: Disposable | undefined;
  private isChecking = false;

  constructor(
    private readonly channels: ReadOnlyChannels,
    private readonly clock: Clock,
  ) {
    this.store.add(channels.onChanged(() => this.scheduleCheck()));
    this.scheduleCheck();
  }

  dispose(): void {
    this.timer?.dispose();
    this.store.dispose();
  }

  private get held(): readonly ReadOnlyChannel[] {
    return this.channels.all.filter(({ heldBy }) => heldBy !== undefined);
  }

  private scheduleCheck(): void {
    if (this.timer || this.isChecking || this.store.isDisposed || this.held.length === 0) {
      return;
    }
    this.timer = this.clock.setTimeout(() => {
      this.timer = undefined;
      this.isChecking = true;
      void Promise.all(this.held.map(({ restorer }) => restorer.catchUp())).finally(() => {
        this.isChecking = false;
        this.scheduleCheck();
      });
    }, interval);
  }
}
