import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { Baselines } from './baselines';

/** Milliseconds. Keeps collection out of the window's startup. */
const firstDelay = 60_000;
const interval = 6 * 3_600_000;

/** Collects stores one after the other, one minute after startup and then every six hours. */
export class CollectionTimer implements Disposable {
  private timer: Disposable;
  private isDisposed = false;

  constructor(
    private readonly stores: readonly Pick<Baselines, 'collect'>[],
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.timer = clock.setTimeout(() => void this.run(), firstDelay);
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer.dispose();
  }

  private async run(): Promise<void> {
    for (const store of this.stores) {
      await store.collect().catch((error: unknown) => {
        this.log.warn(`Stored contents were not collected: ${messageOf(error)}`);
      });
    }
    if (!this.isDisposed) {
      this.timer = this.clock.setTimeout(() => void this.run(), interval);
    }
  }
}
