import { isObject } from '../../base/json';
import type { ConversationEvent } from '../../contract/events';

/** Events that make up the history; all others describe a process, or come from elsewhere. */
const kept: ReadonlySet<ConversationEvent['type']> = new Set([
  'turn.started',
  'prompt.sent',
  'turn.ended',
  'block.started',
  'block.delta',
  'block.ended',
  'block.discarded',
  'tool.updated',
  'tool.progress',
  'tool.noted',
  'tool.discarded',
  'todos.changed',
  'usage.changed',
  'notice',
  'unknown',
] as const);

export function isLogged(event: ConversationEvent): boolean {
  return kept.has(event.type);
}

/** Reads one line of a log; undefined for a torn one, or one that a newer version has written. */
export function readLogged(line: string): ConversationEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const isEvent = isObject(value) && kept.has(value.type as ConversationEvent['type']);
  return isEvent ? (value as ConversationEvent) : undefined;
}

/**
 * Adds an event to those that wait to be written, merged where only the result counts: text that
 * arrives in pieces, and the newer state of a call.
 */
export function appendLogged(waiting: ConversationEvent[], event: ConversationEvent): void {
  const last = waiting.at(-1);
  if (
    event.type === 'block.delta' &&
    last?.type === 'block.delta' &&
    last.blockId === event.blockId
  ) {
    waiting[waiting.length - 1] = { ...last, text: last.text + event.text };
    return;
  }
  if (event.type === 'tool.updated') {
    const { id } = event.call;
    const older = waiting.findLastIndex(one => one.type === 'tool.updated' && one.call.id === id);
    if (older >= 0 && older === waiting.length - 1) {
      waiting[older] = event;
      return;
    }
  }
  waiting.push(event);
}

/** Closes a turn that its process or window left open. */
export function closeTurns(events: readonly ConversationEvent[]): readonly ConversationEvent[] {
  const closed: ConversationEvent[] = [];
  let openSince: number | undefined;
  const close = () => {
    if (openSince !== undefined) {
      closed.push({ type: 'turn.ended', at: openSince, outcome: { kind: 'interrupted' } });
    }
    openSince = undefined;
  };
  for (const event of events) {
    if (event.type === 'turn.started') {
      close();
    }
    closed.push(event);
    if (event.type === 'turn.started') {
      openSince = event.at;
    } else if (event.type === 'turn.ended') {
      openSince = undefined;
    } else if (openSince !== undefined && 'at' in event) {
      openSince = Math.max(openSince, event.at);
    }
  }
  close();
  return closed;
}
