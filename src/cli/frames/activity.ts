import type { MessageId } from '../../contract/ids';
import type { OutgoingMessage } from '../../protocol/agentSource';
import type { Frame } from '../../protocol/frames';

export type Activity = 'working' | 'idle';

/**
 * Tracks whether the CLI takes the next message. Results do not match sent messages: the CLI folds
 * messages into a running turn, joins them, drops repeated ones, and starts turns by itself. Each
 * message that must get its own turn is owed a result, by id where results carry ids (2.1.260),
 * otherwise by count.
 */
export class ActivityTracker {
  private state: Activity = 'idle';
  private readonly owed = new Set<MessageId>();
  private inTurn = false;
  /** True if a turn has begun since the last message sent while idle. */
  private begunSinceSend = true;

  constructor(private readonly onChange: (activity: Activity) => void) {}

  get activity(): Activity {
    return this.state;
  }

  sent(id: MessageId, urgency: OutgoingMessage['urgency']): void {
    if (this.state === 'idle') {
      this.begunSinceSend = false;
      this.owed.add(id);
    } else if (urgency !== 'next') {
      this.owed.add(id);
    }
    // A message that joins a running turn may never get its own result.
    this.change('working');
  }

  read(frame: Frame): void {
    switch (frame.type) {
      case 'stream_event':
        this.begin();
        return;
      case 'assistant':
        // A subagent may outlive the turn; the CLI takes messages beside it.
        if (!frame.parent_tool_use_id) {
          this.begin();
        }
        return;
      case 'result':
        this.endTurn(frame.user_message_uuids, frame.queued_turn_count);
        return;
      case 'command_lifecycle':
        // "completed" without a result: the CLI already knew this id and dropped the message.
        if (frame.state === 'completed' || frame.state === 'cancelled') {
          this.cancelled(frame.command_uuid as MessageId);
        }
        return;
      case 'system':
        if (frame.subtype === 'init') {
          this.begin();
        } else if (frame.subtype === 'session_state_changed' && frame.state === 'idle') {
          this.allDone();
        }
        return;
      default:
        return;
    }
  }

  /** Handles a message that was taken back before the CLI had read it. */
  cancelled(id: MessageId): void {
    this.owed.delete(id);
    this.settle();
  }

  private begin(): void {
    this.inTurn = true;
    this.begunSinceSend = true;
    this.change('working');
  }

  private endTurn(named: readonly string[] | undefined, queued: number | undefined): void {
    this.inTurn = false;
    if (named) {
      for (const id of named) {
        this.owed.delete(id as MessageId);
      }
    } else {
      const [oldest] = this.owed;
      if (oldest !== undefined) {
        this.owed.delete(oldest);
      }
    }
    if (queued === undefined || queued === 0) {
      this.settle();
    }
  }

  /** Handles the idle report, sent from 2.1.120 on. It may predate a message sent meanwhile. */
  private allDone(): void {
    if (this.begunSinceSend) {
      this.owed.clear();
      this.inTurn = false;
      this.settle();
    }
  }

  private settle(): void {
    if (!this.inTurn && this.owed.size === 0) {
      this.change('idle');
    }
  }

  private change(activity: Activity): void {
    if (this.state !== activity) {
      this.state = activity;
      this.onChange(activity);
    }
  }
}
