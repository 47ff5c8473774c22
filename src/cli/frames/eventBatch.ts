import type { ConversationEvent } from '../../contract/events';

/** Collects the events of all lines in one chunk of output and delivers them together. */
export class EventBatch {
  private events: ConversationEvent[] = [];
  private scheduled = false;

  constructor(private readonly deliver: (events: readonly ConversationEvent[]) => void) {}

  add(events: readonly ConversationEvent[]): void {
    if (events.length === 0) {
      return;
    }
    this.events.push(...events);
    if (!this.scheduled) {
      this.scheduled = true;
      // The lines of a chunk arrive synchronously, so this runs after the last one.
      queueMicrotask(() => this.flush());
    }
  }

  /** Called before any other host call, so that the host sees events in wire order. */
  flush(): void {
    this.scheduled = false;
    const { events } = this;
    if (events.length > 0) {
      this.events = [];
      this.deliver(events);
    }
  }
}
