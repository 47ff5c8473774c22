import type { ConversationEvent } from '../../contract/events';

/** Collects the events of all lines that one chunk of output brings, and hands them on together. */
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
      // The lines of a chunk are delivered without a pause: this runs after the last of them.
      queueMicrotask(() => this.flush());
    }
  }

  /** Before anything else is told to the host, so that it sees the order of the wire. */
  flush(): void {
    this.scheduled = false;
    const { events } = this;
    if (events.length > 0) {
      this.events = [];
      this.deliver(events);
    }
  }
}
