import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';

/** Milliseconds between two checks. Checking a file that has not grown reads nothing. */
const interval = 2_000;

/** Open channels, with the holder of each session that another process continues. */
export interface HeldPlace {
  readonly all: readonly HeldChannel[];
  readonly onChanged: Event<unknown>;
}

interface HeldChannel {
  readonly heldBy: unknown;
  readonly past: { catchUp(): Promise<void> };
}

/** Polls read-only channels for messages that other processes add to their sessions. */
export class HeldFollower implements Disposable {
  private readonly store = new DisposableStore();
  private timer: Disposable | undefined;
  private isLooking = false;

  constructor(
    private readonly channels: HeldPlace,
    private readonly clock: Clock,
  ) {
    this.store.add(channels.onChanged(() => this.lookLater()));
    this.lookLater();
  }

  dispose(): void {
    this.timer?.dispose();
    this.store.dispose();
  }

  private get held(): readonly HeldChannel[] {
    return this.channels.all.filter(({ heldBy }) => heldBy !== undefined);
  }

  private lookLater(): void {
    if (this.timer || this.isLooking || this.store.isDisposed || this.held.length === 0) {
      return;
    }
    this.timer = this.clock.setTimeout(() => {
      this.timer = undefined;
      this.isLooking = true;
      void Promise.all(this.held.map(({ past }) => past.catchUp())).finally(() => {
        this.isLooking = false;
        this.lookLater();
      });
    }, interval);
  }
}
