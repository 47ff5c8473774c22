import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { raceTimeout } from '../../node/raceTimeout';

/** Milliseconds until the tab of a merge editor has to be there. */
const longestOpening = 10_000;
const mostAttempts = 100;
/** Milliseconds between attempts. */
const attemptEvery = 100;

/** A merge editor among the tabs, which is all that VS Code shows of it. */
export interface MergeTabView {
  isOpen(): boolean;
  /** Whether it is in front, so that commands for merge editors apply to it. */
  isActive(): boolean;
  onDidChange(listener: () => void): Disposable;
}

/** Follows the tab of a merge editor until it is closed; the editor has no events of its own. */
export class MergeTab implements Disposable {
  private readonly store = new DisposableStore();
  private readonly opened = new Deferred<void>();
  private readonly over = new Deferred<void>();

  constructor(
    private readonly view: MergeTabView,
    private readonly clock: Clock,
  ) {
    this.store.add(view.onDidChange(() => this.look()));
    this.look();
  }

  /** Resolves when the tab has been closed, or if it does not appear. */
  async closed(): Promise<void> {
    await raceTimeout(this.opened.promise, longestOpening, this.clock);
    if (this.opened.settled) {
      await this.over.promise;
    }
  }

  /**
   * Applies a command to this merge editor until it has had an effect: the command does nothing
   * while another editor is in front, and must not reach another merge editor.
   */
  async apply(command: () => Promise<void>, hasEffect: () => boolean): Promise<void> {
    for (let attempt = 0; attempt < mostAttempts && !hasEffect(); attempt += 1) {
      await this.pause();
      if (this.over.settled) {
        return;
      }
      if (this.view.isActive()) {
        await command();
      }
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private look(): void {
    if (this.view.isOpen()) {
      this.opened.resolve();
    } else if (this.opened.settled) {
      this.over.resolve();
    }
  }

  private pause(): Promise<void> {
    return new Promise(resolve => {
      this.clock.setTimeout(resolve, attemptEvery);
    });
  }
}
