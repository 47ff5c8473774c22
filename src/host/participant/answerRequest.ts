import { DisposableStore, toDisposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { emptyDraft } from '../../contract/draft';
import type { ConversationEvent, TurnOutcome } from '../../contract/events';
import type { MessageId } from '../../contract/ids';
import { hasOpenTurn } from '../../core/conversation/background';
import type { Channel } from '../../core/conversation/channel';
import type { EventParts } from './eventParts';
import type { RequestMessage } from './requestMessage';

interface AnswerOptions {
  readonly message: Pick<RequestMessage, 'draft' | 'context'>;
  readonly parts: EventParts;
  /** Stops the turn. */
  readonly signal: AbortSignal;
  /** Fires also when the conversation has been closed. */
  readonly onChanged: Event<unknown>;
}

/** How the agent came to the end of a request. */
export interface Answered {
  readonly messageId: MessageId;
  /** Absent if the message was not sent, or the conversation was closed. */
  readonly outcome?: TurnOutcome;
  /** Why it was not sent, as the conversation says it. */
  readonly problem?: string;
}

/**
 * Sends one message, writes what happens into the response, and resolves when the agent is done with
 * it. What waits for the user is shown even while the message itself waits for an earlier turn.
 */
export async function answerRequest(channel: Channel, options: AnswerOptions): Promise<Answered> {
  const { message, parts, signal } = options;
  const store = new DisposableStore();
  try {
    let messageId: MessageId | undefined;
    let isSent = false;
    let isReturned = false;
    let outcome: TurnOutcome | undefined;
    let problem: string | undefined;
    const waiting = channel.conversation.summary.waiting;
    parts.showAsked(waiting.map(prompt => ({ type: 'prompt.opened', prompt, at: 0 })));
    const isKept = () => messageId === undefined || holds(channel, messageId);
    const end = new Promise<void>(resolve => {
      const look = () => {
        // The user may have taken it out of the queue.
        const isGone = isReturned || (!isSent && !isKept());
        const isOver = isGone || (isSent && outcome !== undefined && isSettled(channel));
        if (channel.isClosed || isOver) {
          resolve();
        }
      };
      // The next step after a turn is under way only later.
      const lookLater = () => queueMicrotask(look);
      const take = (event: ConversationEvent) => {
        if (event.type === 'prompt.sent' && event.messageId === messageId) {
          isSent = true;
          return;
        }
        if (event.type === 'notice' && event.notice.kind === 'warning') {
          problem = event.notice.text;
        }
        if (event.type === 'turn.ended' && isSent) {
          ({ outcome } = event);
        }
      };
      const show = (events: readonly ConversationEvent[]) => {
        const wasSent = isSent;
        for (const event of events) {
          take(event);
        }
        if (wasSent) {
          parts.show(events);
        } else if (isSent) {
          const at = events.findIndex(event => event.type === 'prompt.sent');
          parts.showAsked(events.slice(0, at));
          parts.show(events.slice(at));
        } else {
          parts.showAsked(events);
        }
        lookLater();
      };
      store.add(channel.history.onNews(show));
      store.add(
        channel.messages.composer.onReturned(() => {
          // Another message may have come back, and the record is changed only after this.
          queueMicrotask(() => {
            isReturned ||= !isKept();
            look();
          });
        }),
      );
      store.add(channel.onChanged(lookLater));
      store.add(options.onChanged(lookLater));
      const stop = () => void channel.stop().then(lookLater, lookLater);
      signal.addEventListener('abort', stop, { once: true });
      store.add(toDisposable(() => signal.removeEventListener('abort', stop)));
    });
    messageId = channel.send(message.draft, message.context);
    await end;
    if (isReturned) {
      takeOut(channel, message.draft.text);
    }
    return {
      messageId,
      ...(outcome === undefined ? {} : { outcome }),
      ...(problem === undefined ? {} : { problem }),
    };
  } finally {
    store.dispose();
  }
}

/** True if a message waits to be sent, or is with the agent. */
function holds({ record }: Channel, messageId: MessageId): boolean {
  return [...record.queue, ...record.inFlight].some(({ id }) => id === messageId);
}

/** True if nothing is under way but what waits in the queue. */
function isSettled({ conversation, record, agent }: Channel): boolean {
  const isAsked = agent.isLive && conversation.summary.waiting.length > 0;
  return record.inFlight.length === 0 && !hasOpenTurn(conversation) && !isAsked;
}

/** The Chat view keeps the text of a request: it need not come back to Tandem's message box. */
function takeOut(channel: Channel, text: string): void {
  if (channel.record.draft.text === text) {
    channel.saveDraft(emptyDraft);
  }
}
