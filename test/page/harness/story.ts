import type { Turn } from '../../../src/contract/conversation';
import type { ConversationEvent, TurnOutcome } from '../../../src/contract/events';
import type { MessageId, PromptId, ToolCallId, TurnId } from '../../../src/contract/ids';
import type { PermissionPrompt } from '../../../src/contract/prompts';
import type { ToolCall } from '../../../src/contract/tools';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';

const start = Date.UTC(2026, 10, 20, 9, 30);

export function startTurn(id: string, text: string): ConversationEvent[] {
  return [
    { type: 'turn.started', turnId: id as TurnId, at: start, origin: 'person' },
    { type: 'prompt.sent', messageId: `m-${id}` as MessageId, at: start, text, images: [] },
    { type: 'agent.changed', agent: { phase: 'working' } },
  ];
}

export function startBlock(blockId: string, kind: 'text' | 'thinking' = 'text'): ConversationEvent {
  return { type: 'block.started', blockId, source: blockId, kind, at: start + 10 };
}

export function delta(blockId: string, text: string): ConversationEvent {
  return { type: 'block.delta', blockId, text };
}

export function say(blockId: string, text: string): ConversationEvent[] {
  return [startBlock(blockId), delta(blockId, text), { type: 'block.ended', blockId }];
}

export function endTurn(
  outcome: TurnOutcome = { kind: 'completed' },
  at = start + 12_000,
): ConversationEvent[] {
  return [
    { type: 'turn.ended', at, outcome, durationMs: 12_000, costUsd: 0.0123 },
    { type: 'agent.changed', agent: { phase: 'idle' } },
  ];
}

/** Returns a complete turn with one short reply. */
export function turnOf(id: string, prompt: string, reply: string): ConversationEvent[] {
  return [...startTurn(id, prompt), ...say(`b-${id}`, reply), ...endTurn()];
}

/** Returns closed turns, each with a message and a reply of a few lines. */
export function manyTurns(count: number): Turn[] {
  const events = Array.from({ length: count }, (_, index) =>
    turnOf(`t${index}`, `Question ${index}`, `Answer ${index}.\n\n${'More of it. '.repeat(20)}`),
  ).flat();
  return [...events.reduce((state, event) => fold(state, event), emptyConversation).turns];
}

export function bashCall(id: string, command: string, status: ToolCall['status']): ToolCall {
  return {
    id: id as ToolCallId,
    family: 'bash',
    tool: 'Bash',
    title: 'Bash',
    target: command,
    input: { command },
    content: [],
    locations: [],
    status,
  };
}

export function permissionFor(id: string, command: string): PermissionPrompt {
  return {
    kind: 'permission',
    id: id as PromptId,
    toolId: `tool-${id}` as ToolCallId,
    call: bashCall(`tool-${id}`, command, 'pending'),
    suggestions: [
      { type: 'addRules', index: 0, rules: [`Bash(${command})`], destination: 'localSettings' },
    ],
    hasDiff: false,
  };
}

export function opened(prompt: PermissionPrompt): ConversationEvent[] {
  return [
    { type: 'tool.updated', call: prompt.call, at: start + 50 },
    { type: 'prompt.opened', prompt, at: start + 60 },
    { type: 'agent.changed', agent: { phase: 'waiting' } },
  ];
}
