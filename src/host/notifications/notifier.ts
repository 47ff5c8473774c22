import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Conversation } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { ChannelId } from '../../contract/ids';
import {
  type NotificationSetting,
  type Occasion,
  occasionOf,
  shallNotify,
  type View,
} from './notificationPolicy';

/** A conversation as far as notifications look at it. */
export interface Notified {
  readonly id: ChannelId;
  readonly title: string;
  readonly conversation: Conversation;
}

export interface Notice<C extends Notified = Notified> {
  readonly channel: C;
  readonly occasion: Occasion;
}

export interface NotifierPorts<C extends Notified> {
  setting(): NotificationSetting;
  view(channel: C): View;
  /** One message about all of them. */
  show(notices: readonly Notice<C>[]): void;
}

/** Milliseconds in which what happens together is collected into one message. */
const together = 1_000;

/** Tells of what happens where nobody looks: what comes together once, and nothing that is over by then. */
export class Notifier<C extends Notified> implements Disposable {
  private readonly pending = new Map<ChannelId, Notice<C>>();
  private timer: Disposable | undefined;

  constructor(
    private readonly ports: NotifierPorts<C>,
    private readonly clock: Clock,
  ) {}

  /** @param events already folded into the channel's conversation */
  happened(channel: C, events: readonly ConversationEvent[]): void {
    for (const event of events) {
      const occasion = occasionOf(event, channel.conversation);
      if (occasion && this.isWanted(channel)) {
        this.collect({ channel, occasion });
      }
    }
  }

  dispose(): void {
    this.timer?.dispose();
  }

  private collect(notice: Notice<C>): void {
    const { id } = notice.channel;
    const before = this.pending.get(id);
    // One that waits goes before the end of another turn.
    if (!(before?.occasion.kind === 'waits' && notice.occasion.kind === 'finished')) {
      this.pending.set(id, notice);
    }
    this.timer ??= this.clock.setTimeout(() => this.tell(), together);
  }

  private tell(): void {
    this.timer = undefined;
    const notices = [...this.pending.values()].filter(
      ({ channel, occasion }) => this.isWanted(channel) && isOpen(channel, occasion),
    );
    this.pending.clear();
    if (notices.length > 0) {
      this.ports.show(notices);
    }
  }

  private isWanted(channel: C): boolean {
    return shallNotify(this.ports.setting(), this.ports.view(channel));
  }
}

/** A prompt may have been answered meanwhile, from a diff editor or another page. */
function isOpen({ conversation }: Notified, occasion: Occasion): boolean {
  return (
    occasion.kind !== 'waits' ||
    conversation.summary.waiting.some(({ id }) => id === occasion.prompt.id)
  );
}
