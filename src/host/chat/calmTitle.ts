import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { ChannelId } from '../../contract/ids';

/**
 * Milliseconds for which a new title waits. VS Code lays out its side bar anew for it, which holds
 * up the page. The first message changes the title just when its answer is due.
 */
const wait = 500;

/** Title of a view: another conversation's is shown at once, a changed one a little later. */
export class CalmTitle implements Disposable {
  private shown: ChannelId | undefined;
  private next: string | undefined;
  private timer: Disposable | undefined;
  private isDisposed = false;

  constructor(
    private readonly show: (title: string | undefined) => void,
    private readonly clock: Clock,
  ) {}

  /** @param channel conversation that the view shows; undefined if it shows none */
  set(channel: ChannelId | undefined, title: string | undefined): void {
    this.next = title;
    if (channel === undefined || channel !== this.shown) {
      this.shown = channel;
      this.showNow();
    } else if (!this.isDisposed) {
      this.timer ??= this.clock.setTimeout(() => this.showNow(), wait);
    }
  }

  /** Shows the newest title without waiting, such as in a view that is new. */
  showNow(): void {
    this.stopWaiting();
    if (!this.isDisposed) {
      this.show(this.next);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.stopWaiting();
  }

  private stopWaiting(): void {
    this.timer?.dispose();
    this.timer = undefined;
  }
}
