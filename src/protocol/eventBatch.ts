import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { appendMerged, continues } from '../contract/deltas';
import type { ConversationEvent } from '../contract/events';

/**
 * Milliseconds for which text that continues a block is gathered. Models send up to 2,000 pieces a
 * second, and whoever receives events does something for each of them.
 */
const gatherMs = 8;

/**
 * Collects the events of an agent and delivers them together, in wire order: those of one chunk of
 * output at once, text that continues the last delivery a little later.
 */
export class EventBatch {
  private events: ConversationEvent[] = [];
  private isScheduled = false;
  private timer: Disposable | undefined;
  /** End of the last delivery. */
  private last: ConversationEvent | undefined;
  private lastAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly deliver: (events: readonly ConversationEvent[]) => void,
  ) {}

  add(events: readonly ConversationEvent[]): void {
    if (events.length === 0) {
      return;
    }
    for (const event of events) {
      appendMerged(this.events, event);
    }
    const isGathering = this.timer !== undefined && this.events.length === 1;
    if (!this.isScheduled && !isGathering) {
      this.isScheduled = true;
      // The lines of a chunk arrive synchronously, so this runs after the last one.
      queueMicrotask(() => this.settle());
    }
  }

  /** Called before any other host call, so that the host sees events in wire order. */
  flush(): void {
    this.isScheduled = false;
    this.timer?.dispose();
    this.timer = undefined;
    const { events } = this;
    if (events.length > 0) {
      this.events = [];
      this.last = events.at(-1);
      this.lastAt = this.clock.now();
      this.deliver(events);
    }
  }

  private settle(): void {
    this.isScheduled = false;
    const left = this.isMoreOfLast() ? this.lastAt + gatherMs - this.clock.now() : 0;
    // The clock may have been set back meanwhile.
    if (left > 0 && left <= gatherMs) {
      this.timer ??= this.clock.setTimeout(() => this.flush(), left);
    } else {
      this.flush();
    }
  }

  /** Whether all that waits is text for the block to which the last delivery belonged. */
  private isMoreOfLast(): boolean {
    const [first, ...others] = this.events;
    return first !== undefined && others.length === 0 && continues(this.last, first);
  }
}
