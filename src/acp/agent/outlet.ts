import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ConversationEvent } from '../../contract/events';
import { EventBatch } from '../../protocol/eventBatch';
import type { UpdateTranslator } from '../translate/updateTranslator';

interface OutletOptions {
  readonly translator: Pick<UpdateTranslator, 'unknown'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Takes events in wire order. */
  onEvents(events: readonly ConversationEvent[]): void;
}

/** Way of all events of one agent to the conversation, with what Tandem itself has to say. */
export class Outlet {
  private readonly batch: EventBatch;
  private hasDiskFailed = false;

  constructor(private readonly options: OutletOptions) {
    this.batch = new EventBatch(options.clock, events => options.onEvents(events));
  }

  add(events: readonly ConversationEvent[]): void {
    this.batch.add(events);
  }

  /** Called before any other call of the host, so that it sees events in wire order. */
  flush(): void {
    this.batch.flush();
  }

  deliver(events: readonly ConversationEvent[]): void {
    this.batch.add(events);
    this.batch.flush();
  }

  /** Shows that the agent has sent what nothing here understands. */
  unknown(what: string): void {
    this.options.log.debug(`Not understood: ${what}`);
    this.batch.add(this.options.translator.unknown(what));
  }

  /** Shows a warning in the conversation. */
  notice(text: string): void {
    const at = this.options.clock.now();
    this.batch.add([{ type: 'notice', at, notice: { kind: 'warning', text } }]);
  }

  /** A disk that fails costs the stored history, not the conversation. */
  async unlessDiskFails(storing: Promise<void>): Promise<void> {
    try {
      await storing;
    } catch (error) {
      this.note('The conversation', error);
      if (!this.hasDiskFailed) {
        this.hasDiskFailed = true;
        this.notice(
          l10n.t(
            'This conversation is not stored: {0}. It continues, but parts of it will be missing later.',
            messageOf(error),
          ),
        );
      }
    }
  }

  /** Logs what went wrong in the background. */
  note(what: string, error: unknown): void {
    this.options.log.warn(`${what} was not dealt with`, { error: messageOf(error) });
  }
}
