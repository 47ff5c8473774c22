import type { MessageId } from '../contract/ids';
import type { ControlClient } from './control/controlClient';
import type { ActivityTracker } from './frames/activity';

/** Interrupts the running turn, and takes back messages sent into it that the CLI has not read. */
export class TurnInterrupter {
  /** Messages sent into the running turn, which the CLI may not have read. */
  private readonly unread = new Set<MessageId>();
  private readonly idleWaiters = new Set<() => void>();

  constructor(
    private readonly client: ControlClient,
    private readonly activity: ActivityTracker,
    private readonly onTakenBack: (messages: readonly MessageId[]) => void,
  ) {}

  get hasUnread(): boolean {
    return this.unread.size > 0;
  }

  sentIntoTurn(message: MessageId): void {
    this.unread.add(message);
  }

  /** The turn is over, so that everything sent into it has been read. */
  becameIdle(): void {
    this.unread.clear();
    this.wakeWaiters();
  }

  /** No turn of this process will end any more. */
  processEnded(): void {
    this.wakeWaiters();
  }

  async interrupt(): Promise<void> {
    await this.client.request('interrupt', {});
  }

  async interruptUntilIdle(): Promise<void> {
    await this.takeBack();
    if (this.activity.activity === 'idle') {
      return;
    }
    const idle = new Promise<void>(resolve => this.idleWaiters.add(resolve));
    await this.interrupt();
    await idle;
  }

  /** Takes back the messages that the CLI has not read: it would go on with them. */
  private async takeBack(): Promise<void> {
    const answers = [...this.unread].map(async id => {
      const { cancelled } = await this.client.request('cancel_async_message', { message_uuid: id });
      return cancelled ? id : undefined;
    });
    const taken = (await Promise.all(answers)).filter(id => id !== undefined);
    if (taken.length > 0) {
      this.onTakenBack(taken);
    }
    for (const id of taken) {
      this.activity.cancelled(id);
    }
  }

  private wakeWaiters(): void {
    const waiters = [...this.idleWaiters];
    this.idleWaiters.clear();
    for (const wake of waiters) {
      wake();
    }
  }
}
