import type { ConversationEvent } from '../../contract/events';

/** Collects the events of all lines in one chunk of output and delivers them together. */
export class EventBatch {
  private events: ConversationEvent[] = [];
  private isScheduled = false;

  constructor(private readonly deliver: (events: readonly ConversationEvent[]) => void) {}

  add(events: readonly ConversationEvent[]): void {
    if (events.length === 0) {
      return;
    }
    for (const event of events) {
      this.events.push(event);
    }
    if (!this.isScheduled) {
      this.isScheduled = true;
      queueMicrotask(() => this.flush());
    }
  }

  /** Called before any other call of the host, so that it sees events in wire order. */
  flush(): void {
    this.isScheduled = false;
    const { events } = this;
    if (events.length > 0) {
      this.events = [];
      this.deliver(events);
    }
  }
}
