import type { ConversationEvent } from '../../contract/events';

/** Lengths of events on their way to the pages: each is measured once. */
const lengths = new WeakMap<ConversationEvent, number>();

/** Returns the UTF-16 units of an event as JSON. */
export function postedLength(event: ConversationEvent): number {
  const known = lengths.get(event);
  if (known !== undefined) {
    return known;
  }
  const { length } = JSON.stringify(event);
  lengths.set(event, length);
  return length;
}
