import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Conversation } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { ChannelId } from '../../contract/ids';
import {
  type NotificationSetting,
  type Occasion,
  occasionOf,
  shouldNotify,
  type View,
} from './notificationPolicy';

/** Parts of a conversation that notifications need. */
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
  /** True if something else reports the end of its turns. */
  isReported(channel: C): boolean;
  /** Shows all notices in a single message. */
  show(notices: readonly Notice<C>[]): void;
}

/** Milliseconds during which notices are collected into a single message. */
const together = 1_000;

/** Notifies about conversations not in view: combined, and without notices already settled. */
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
      const isKnown = occasion?.kind !== 'waits' && this.ports.isReported(channel);
      if (occasion && !isKnown && this.isWanted(channel)) {
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
    // A waiting prompt takes precedence over the end of another turn.
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
    return shouldNotify(this.ports.setting(), this.ports.view(channel));
  }
}

/** Returns false if the prompt was answered meanwhile, in a diff editor or another page. */
function isOpen({ conversation }: Notified, occasion: Occasion): boolean {
  return (
    occasion.kind !== 'waits' ||
    conversation.summary.waiting.some(({ id }) => id === occasion.prompt.id)
  );
}
