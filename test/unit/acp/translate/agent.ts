import { UpdateTranslator } from '../../../../src/acp/translate/updateTranslator';
import type { Conversation, Item, ToolItem, Turn } from '../../../../src/contract/conversation';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { MessageId } from '../../../../src/contract/ids';
import type { ToolCall } from '../../../../src/contract/tools';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';

export const cwd = '/home/me/project';

/** An agent that sends single updates; the resulting events are folded. */
export class Agent {
  now: number;
  readonly translator: UpdateTranslator;
  readonly events: ConversationEvent[] = [];
  conversation: Conversation = emptyConversation;
  /** Events that the reducer could not take. */
  readonly unfit: string[] = [];

  constructor({ now = 1_000, ...options }: { now?: number; costBase?: number } = {}) {
    this.now = now;
    this.translator = new UpdateTranslator({
      cwd,
      now: () => this.now,
      agentTitle: 'Helper',
      ...options,
    });
  }

  /** Begins a turn of the user. */
  asked(...ids: readonly string[]): this {
    const messageIds = (ids.length > 0 ? ids : ['m1']) as readonly MessageId[];
    return this.take(this.translator.turnStarted(messageIds));
  }

  says(...updates: readonly unknown[]): this {
    for (const update of updates) {
      this.take(this.translator.update(update));
    }
    return this;
  }

  /** Ends the turn by the answer of session/prompt. */
  stops(stopReason = 'end_turn', more: object = {}): this {
    const result = { stopReason, ...more };
    return this.take(this.translator.turnEnded({ kind: 'answered', result }));
  }

  take(events: readonly ConversationEvent[]): this {
    this.now += 10;
    this.events.push(...events);
    for (const event of events) {
      this.conversation = fold(this.conversation, event, what => this.unfit.push(what));
    }
    return this;
  }

  get turns(): readonly Turn[] {
    const { turns, open } = this.conversation;
    return open ? [...turns, open] : turns;
  }

  get items(): readonly Item[] {
    return this.turns.flatMap(({ items }) => items);
  }

  /** Items as short texts, in order. */
  get shown(): readonly string[] {
    return this.items.map(item => {
      switch (item.kind) {
        case 'text':
          return item.text;
        case 'thinking':
          return `(${item.text})`;
        case 'tool':
          return `[${item.call.title}: ${item.call.status}]`;
        case 'prompt':
          return `> ${String(item.text)}`;
        case 'notice':
          return `! ${item.notice.kind}`;
        case 'unknown':
          return `? ${item.what}`;
        case 'ask':
          return `ask ${item.prompt.kind}`;
      }
      return '';
    });
  }

  get tools(): readonly ToolItem[] {
    return this.items.filter(item => item.kind === 'tool');
  }

  get call(): ToolCall {
    const [first] = this.tools;
    if (!first) {
      throw new Error('No call is shown');
    }
    return first.call;
  }
}

export const message = (text: string, messageId?: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...(messageId ? { messageId } : {}),
});

export const thought = (text: string, messageId?: string) => ({
  ...message(text, messageId),
  sessionUpdate: 'agent_thought_chunk',
});

export const userMessage = (text: string, messageId?: string) => ({
  ...message(text, messageId),
  sessionUpdate: 'user_message_chunk',
});

export const call = (toolCallId: string, more: object = {}) => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  title: 'Something',
  status: 'pending',
  ...more,
});

export const callUpdate = (toolCallId: string, more: object = {}) => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...more,
});

/** A part of a call's content that is a text. */
export const said = (text: string) => ({ type: 'content', content: { type: 'text', text } });
