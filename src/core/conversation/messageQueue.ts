import type { ConversationEvent, HoldReason, QueuedMessage } from '../../contract/events';
import type { MessageId } from '../../contract/ids';
import type { StoredMessage } from './channelRecord';
import { namesOfContext } from './sentContext';
import { toImage } from './toImage';

/** Messages sent while the agent could not take them, in order. */
export class MessageQueue {
  private messages: StoredMessage[] = [];
  private heldBecause: HoldReason | undefined;
  /** Messages that were behind the one that the user is editing. */
  private behindEdited: ReadonlySet<MessageId> = new Set();

  constructor(private readonly onChange: () => void) {}

  /** True after Stop or a failed turn: nothing is sent until the user resumes. */
  get isHeld(): boolean {
    return this.heldBecause !== undefined;
  }

  /** Keeps the queue from being sent; the first reason counts. */
  hold(reason: HoldReason): void {
    this.setHeld(this.heldBecause ?? reason);
  }

  release(): void {
    this.setHeld(undefined);
  }

  get all(): readonly StoredMessage[] {
    return this.messages;
  }

  restore(messages: readonly StoredMessage[]): void {
    this.messages = [...messages];
    this.heldBecause = messages.length > 0 ? 'reloaded' : undefined;
    this.onChange();
  }

  /** Adds a message at the end, or in the place of the one that the user has edited. */
  add(message: StoredMessage): void {
    const next = this.messages.findIndex(({ id }) => this.behindEdited.has(id));
    this.messages.splice(next === -1 ? this.messages.length : next, 0, message);
    this.endEdit();
    this.onChange();
  }

  /** Like `take`; what is added next comes into its place. */
  edit(id: MessageId): StoredMessage | undefined {
    const index = this.messages.findIndex(message => message.id === id);
    if (index !== -1) {
      this.behindEdited = new Set(this.messages.slice(index + 1).map(message => message.id));
    }
    return this.take(id);
  }

  /** The edited message does not come back to the queue. */
  endEdit(): void {
    this.behindEdited = new Set();
  }

  addFirst(message: StoredMessage): void {
    this.messages.unshift(message);
    this.onChange();
  }

  /** Removes and returns a message; undefined if it has already been sent. */
  take(id: MessageId): StoredMessage | undefined {
    const index = this.messages.findIndex(message => message.id === id);
    if (index === -1) {
      return undefined;
    }
    const [message] = this.messages.splice(index, 1);
    this.onChange();
    return message;
  }

  /**
   * Swaps a message with its neighbour; does nothing at the end of the queue.
   * @param by -1 for sooner, 1 for later
   * @returns false if the message has already been sent
   */
  move(id: MessageId, by: -1 | 1): boolean {
    const index = this.messages.findIndex(message => message.id === id);
    const message = this.messages[index];
    const neighbour = this.messages[index + by];
    if (message && neighbour) {
      this.messages[index] = neighbour;
      this.messages[index + by] = message;
      this.onChange();
    }
    return message !== undefined;
  }

  /** Removes and returns the next message to send, unless the queue is paused. */
  next(): StoredMessage | undefined {
    const first = this.isHeld ? undefined : this.messages[0];
    return first && this.take(first.id);
  }

  toEvent(): Extract<ConversationEvent, { type: 'queue.changed' }> {
    const queue = this.messages.map(toShown);
    const { heldBecause } = this;
    const held = heldBecause && queue.length > 0 ? { isHeld: true, heldBecause } : {};
    return { type: 'queue.changed', queue, ...held };
  }

  private setHeld(reason: HoldReason | undefined): void {
    const isSeen = reason !== this.heldBecause && this.messages.length > 0;
    this.heldBecause = reason;
    if (isSeen) {
      this.onChange();
    }
  }
}

/** Returns a message as pages show it before it is sent. */
export function toShown(message: StoredMessage): QueuedMessage {
  const { id, text, images, picks } = message;
  const names = namesOfContext(message);
  return {
    id,
    text,
    images: images.map(toImage),
    ...(names.length > 0 ? { context: names } : {}),
    ...(picks.mode ? { mode: picks.mode } : {}),
    ...(picks.model ? { model: picks.model } : {}),
  };
}
