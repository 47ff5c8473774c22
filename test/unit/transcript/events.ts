import type { Conversation, Item, Turn } from '../../../src/contract/conversation';
import type { ConversationEvent } from '../../../src/contract/events';
import type { MessageId, PromptId, ToolCallId, TurnId } from '../../../src/contract/ids';
import type { PermissionPrompt } from '../../../src/contract/prompts';
import type { ToolCall, ToolStatus } from '../../../src/contract/tools';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';

export const toolId = (id: string) => id as ToolCallId;
export const messageId = (id: string) => id as MessageId;

export const started = (id: string, at = 1): ConversationEvent => ({
  type: 'turn.started',
  turnId: id as TurnId,
  at,
  origin: 'person',
});

export const ended = (at = 9): ConversationEvent => ({
  type: 'turn.ended',
  at,
  outcome: { kind: 'completed' },
});

export const sent = (id: string, at = 0): ConversationEvent => ({
  type: 'prompt.sent',
  messageId: messageId(id),
  at,
  text: id,
  images: [],
});

export const text = (blockId: string, ...deltas: string[]): ConversationEvent[] => [
  { type: 'block.started', blockId, source: 'm', kind: 'text', at: 2 },
  ...deltas.map(delta => ({ type: 'block.delta' as const, blockId, text: delta })),
];

export const call = (id: string, status: ToolStatus, more: Partial<ToolCall> = {}): ToolCall =>
  ({
    id: toolId(id),
    family: 'bash',
    tool: 'Bash',
    title: 'Bash',
    content: [],
    locations: [],
    status,
    ...more,
  }) as ToolCall;

export const tool = (
  id: string,
  status: ToolStatus,
  more: Partial<ToolCall> = {},
  at = 3,
): ConversationEvent => ({ type: 'tool.updated', call: call(id, status, more), at });

/** Request of a server for a page. */
export const pageRequest = (
  id: string,
  stage?: 'opened' | 'held',
): Extract<ConversationEvent, { type: 'prompt.opened' }> => ({
  type: 'prompt.opened',
  prompt: {
    ...{ kind: 'elicitation', id: id as PromptId, server: 's', message: 'm' },
    request: { mode: 'page', url: 'https://x/', warnings: [], ...(stage ? { stage } : {}) },
  },
  at: 5,
});

export const ask = (
  id: string,
  tool: string,
  more: Partial<PermissionPrompt> = {},
): PermissionPrompt => ({
  kind: 'permission',
  id: id as PromptId,
  toolId: toolId(tool),
  call: call(tool, 'pending'),
  suggestions: [],
  hasDiff: false,
  ...more,
});

export function foldAll(
  events: readonly ConversationEvent[],
  from: Conversation = emptyConversation,
): Conversation {
  return events.reduce<Conversation>((state, event) => fold(state, event), from);
}

export function items(turn: Turn | undefined): Item[] {
  return [...(turn?.items ?? [])];
}
