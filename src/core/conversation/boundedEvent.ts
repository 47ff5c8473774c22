import { isObject } from '../../base/json';
import type { ConversationEvent } from '../../contract/events';
import { postedLength, surelyFits } from './postedLength';

/** UTF-16 units of an event as JSON: VS Code copies each post several times. */
const largest = 200 * 1024;
/** Units of one text, once the event is too large. */
const longestText = 16 * 1024;
/** Units of a text that is always kept: names, ids and states. */
const shortText = 256;
/** Units that JSON needs at most for one unit of text. */
const escaped = 6;

/**
 * Returns an event that fits into a post. One that is too large keeps what comes first in it.
 * Streamed text passes whole: the relay cuts it into several events.
 */
export function boundedEvent(event: ConversationEvent): ConversationEvent {
  if (fitsPost(event)) {
    return event;
  }
  // Shortening changes the length of texts and lists only, which no type fixes.
  return new Shortening().of(event) as ConversationEvent;
}

/** Returns whether an event can be posted as it is. */
export function fitsPost(event: ConversationEvent): boolean {
  const { type } = event;
  const isStreamed = type === 'block.delta' || type === 'block.ended' || type === 'tool.delta';
  return isStreamed || surelyFits(event, largest) || postedLength(event) <= largest;
}

/** Shortens one event; the budget is what may still be taken from it. */
class Shortening {
  private left = largest;

  of(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.text(value);
    }
    if (Array.isArray(value)) {
      return this.list(value);
    }
    if (isObject(value)) {
      return this.members(value);
    }
    this.left -= 8;
    return value;
  }

  private text(text: string): string {
    const kept = text.slice(0, text.length > shortText ? longestText : shortText);
    const cost = JSON.stringify(kept).length;
    const isCut = cost > this.left && kept.length > shortText;
    const fitting = isCut
      ? kept.slice(0, Math.max(shortText, Math.floor(this.left / escaped)))
      : kept;
    this.left -= isCut ? JSON.stringify(fitting).length : cost;
    return fitting.length < text.length ? `${fitting}…` : text;
  }

  private list(values: readonly unknown[]): unknown[] {
    const kept: unknown[] = [];
    for (const value of values) {
      if (this.left <= 0) {
        break;
      }
      kept.push(this.of(value));
    }
    return kept;
  }

  private members(value: Record<string, unknown>): Record<string, unknown> {
    const kept: [string, unknown][] = [];
    for (const [key, member] of Object.entries(value)) {
      // All types of ours have fewer members; the rest is an agent's own input.
      if (this.left <= 0 && kept.length >= 32) {
        break;
      }
      this.left -= key.length + 4;
      kept.push([key, this.of(member)]);
    }
    return Object.fromEntries(kept);
  }
}
