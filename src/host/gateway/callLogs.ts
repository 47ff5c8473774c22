import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import type { ModelCall } from '../../contract/modelCalls';
import type { CallLog } from '../../gateway/accounting/callLog';

interface CallLogsParts {
  /** Whether the conversation is open in this window. */
  isOpen(channel: ChannelId): boolean;
  readonly log: Log;
}

/** Call log of a conversation, and what has happened in it. */
export interface OpenedLog {
  readonly channel: ChannelId;
  readonly log: CallLog;
}

export interface FinishedCall extends OpenedLog {
  readonly call: ModelCall;
}

/** Observed model calls by conversation. They are kept in memory until the conversation closes. */
export class CallLogs implements Disposable {
  private readonly logs = new Map<ChannelId, CallLog>();
  private readonly changed = new Emitter<ChannelId>();
  private readonly opened = new Emitter<OpenedLog>();
  private readonly finished = new Emitter<FinishedCall>();
  private changes = 0;

  /** Fires when a call of the conversation begins, gets further or ends. */
  readonly onChanged: Event<ChannelId> = this.changed.event;

  /** Fires before the first call of a conversation. */
  readonly onOpened: Event<OpenedLog> = this.opened.event;
  /** Fires once for each call, when it is counted. */
  readonly onFinished: Event<FinishedCall> = this.finished.event;

  constructor(private readonly parts: CallLogsParts) {}

  /** Differs whenever something has changed. */
  get revision(): number {
    return this.changes;
  }

  /** Returns the calls of a conversation, undefined if it was never observed. */
  of(channel: ChannelId): CallLog | undefined {
    return this.logs.get(channel);
  }

  /**
   * Loads what counts calls. Returns a function that returns the log of a conversation, a new one
   * before its first call.
   */
  async opener(): Promise<(channel: ChannelId) => CallLog> {
    const { CallLog } = await import('../../gateway/accounting/callLog');
    return channel => this.open(channel, CallLog);
  }

  private open(channel: ChannelId, Log: typeof CallLog): CallLog {
    const known = this.logs.get(channel);
    if (known) {
      return known;
    }
    const onError = (error: unknown) =>
      this.parts.log.error('A model call could not be counted', { error: messageOf(error) });
    const log = new Log({ onError });
    log.onProgress(() => this.note(channel));
    log.onFinished(call => {
      this.finished.fire({ channel, log, call });
      this.note(channel);
    });
    this.logs.set(channel, log);
    this.opened.fire({ channel, log });
    return log;
  }

  get all(): readonly OpenedLog[] {
    return [...this.logs].map(([channel, log]) => ({ channel, log }));
  }

  /** Forgets the calls of conversations that are closed. */
  forgetClosed(): void {
    for (const [channel, log] of this.logs) {
      if (!this.parts.isOpen(channel)) {
        log.dispose();
        this.logs.delete(channel);
      }
    }
  }

  private note(channel: ChannelId): void {
    this.changes += 1;
    this.changed.fire(channel);
  }

  dispose(): void {
    for (const log of this.logs.values()) {
      log.dispose();
    }
    this.logs.clear();
    this.changed.dispose();
    this.opened.dispose();
    this.finished.dispose();
  }
}
