import { Deferred } from '../../base/deferred';
import type { MessageId } from '../../contract/ids';
import type { OutgoingMessage } from '../../protocol/agentSource';

export interface TurnOwner {
  /** Sends a message as a turn of its own; resolves once it is written, with the turn's end. */
  begin(message: OutgoingMessage): Promise<{ readonly ended: Promise<void> }>;
  /** Asks the agent to end its turn. */
  cancel(): Promise<void>;
  onActivity(activity: 'working' | 'idle'): void;
  onTakenBack(ids: readonly MessageId[]): void;
  onFailed(message: OutgoingMessage, error: unknown): void;
}

/** Gives an agent one turn at a time: the protocol has no other. Messages in between wait. */
export class Turns {
  private readonly waiting: OutgoingMessage[] = [];
  private idle: Deferred<void> | undefined;

  constructor(private readonly owner: TurnOwner) {}

  get isRunning(): boolean {
    return this.idle !== undefined;
  }

  async send(message: OutgoingMessage): Promise<void> {
    if (message.urgency === 'now' && this.idle) {
      await this.interrupt();
    }
    if (this.idle) {
      this.waiting.push(message);
      return;
    }
    await this.begin(message);
  }

  /** Resolves when the running turn has ended. Messages that wait for it are taken back. */
  async interrupt(): Promise<void> {
    const { idle } = this;
    this.takeBack();
    if (idle) {
      await this.owner.cancel();
      await idle.promise;
    }
  }

  /** No turn of this process will end any more. */
  processEnded(): void {
    this.idle?.resolve();
    this.idle = undefined;
  }

  private takeBack(): void {
    const taken = this.waiting.splice(0).map(({ id }) => id);
    if (taken.length > 0) {
      this.owner.onTakenBack(taken);
    }
  }

  private async begin(message: OutgoingMessage): Promise<void> {
    const idle = new Deferred<void>();
    this.idle = idle;
    this.owner.onActivity('working');
    try {
      const { ended } = await this.owner.begin(message);
      void ended.then(() => this.end(idle));
    } catch (error) {
      this.end(idle);
      throw error;
    }
  }

  private end(idle: Deferred<void>): void {
    if (this.idle !== idle) {
      return;
    }
    this.idle = undefined;
    idle.resolve();
    const next = this.waiting.shift();
    if (!next) {
      this.owner.onActivity('idle');
      return;
    }
    void this.begin(next).catch((error: unknown) => this.owner.onFailed(next, error));
  }
}
