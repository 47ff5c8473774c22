import type { IoMessage, MoreText } from '../../src/contract/calls';
import { isDelta } from '../../src/contract/deltas';
import type { ConversationEvent } from '../../src/contract/events';
import type { ChannelId } from '../../src/contract/ids';
import type { Snapshot } from '../../src/contract/snapshot';

interface Position {
  readonly channelId: ChannelId;
  readonly epoch: number;
  readonly seq: number;
}

interface IntakePort {
  /** Receives the events that follow the last delivery, in order. */
  deliver(events: readonly ConversationEvent[]): void;
  /** Requests a snapshot after a gap; the answer goes to `restart`. */
  requestSnapshot(channelId: ChannelId): void;
}

/** Most messages kept while a snapshot loads; dropping older ones leads to another request. */
const mostWaiting = 500;

/** Delivers the messages of a channel in order and detects gaps. */
export class Intake {
  private position: Position | undefined;
  private waiting: IoMessage[] = [];
  private isAwaiting = true;
  /** Last message that arrived, which a short one may continue. */
  private last: IoMessage | undefined;

  constructor(private readonly port: IntakePort) {}

  /** Receives the short form of a message. */
  receiveMore([seq, text]: MoreText): void {
    const { last, position } = this;
    const event = last?.events.at(-1);
    if (last && event && isDelta(event) && seq === last.seq + 1) {
      this.receive({ ...last, seq, events: [{ ...event, text }], done: false });
    } else if (position && !this.isAwaiting && seq > position.seq) {
      // The message that it continues was missed.
      this.await(position.channelId);
    }
  }

  receive(message: IoMessage): void {
    this.last = message;
    if (this.isAwaiting) {
      this.waiting.push(message);
      this.waiting.splice(0, this.waiting.length - mostWaiting);
      return;
    }
    const { position } = this;
    if (!position || message.channelId !== position.channelId) {
      return;
    }
    if (message.epoch === position.epoch && message.seq <= position.seq) {
      return;
    }
    if (message.epoch === position.epoch && message.seq === position.seq + 1) {
      this.position = { ...position, seq: message.seq };
      this.port.deliver(message.events);
      return;
    }
    this.waiting.push(message);
    this.await(position.channelId);
  }

  /** Starts from a snapshot, then applies the messages that arrived while it was loading. */
  restart(snapshot: Snapshot): void {
    const { channelId, epoch, seq } = snapshot;
    this.position = { channelId, epoch, seq };
    this.isAwaiting = false;
    const waiting = this.waiting
      .filter(message => message.channelId === channelId && message.epoch === epoch)
      .sort((a, b) => a.seq - b.seq);
    this.waiting = [];
    const { last } = this;
    for (const message of waiting) {
      this.receive(message);
    }
    this.last = last;
  }

  /** Holds back messages until `restart`: no conversation is shown, or messages were missed. */
  await(channelId?: ChannelId): void {
    this.isAwaiting = true;
    if (channelId) {
      this.port.requestSnapshot(channelId);
    }
  }
}
