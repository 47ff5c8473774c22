import { expect, it } from 'vitest';
import type { AgentPhase } from '../../../../src/contract/agentState';
import type { Turn } from '../../../../src/contract/conversation';
import type { SessionId } from '../../../../src/contract/ids';
import type { Prompt } from '../../../../src/contract/prompts';
import { attentionOf } from '../../../../src/core/conversation/attention';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';

const id = 'one' as SessionId;
const seen = { isUnread: () => false };

function channel(phase: AgentPhase, more: { isOpen?: boolean; waits?: boolean; sent?: boolean }) {
  const summary = {
    ...emptyConversation.summary,
    agent: { phase },
    waiting: more.waits ? [{} as Prompt] : [],
  };
  return {
    conversation: { open: more.isOpen ? ({} as Turn) : undefined, summary },
    record: { sessionId: id, inFlight: more.sent ? [{}] : [] },
  };
}

it.each([
  ['working', { isOpen: true }, 'running'],
  ['stopping', { isOpen: true }, 'running'],
  ['starting', {}, 'idle'],
  ['starting', { sent: true }, 'running'],
  ['waiting', { isOpen: true, waits: true }, 'needsInput'],
  ['stopped', { waits: true }, 'needsInput'],
  ['idle', {}, 'idle'],
  ['stopping', {}, 'idle'],
  ['lost', {}, 'idle'],
] as const)('maps agent phase "%s" with %j to "%s"', (phase, more, attention) => {
  expect(attentionOf(channel(phase, more), seen)).toBe(attention);
});

it('reports unread only while nothing is running or waiting', () => {
  const marks = { isUnread: (one: SessionId) => one === id };
  expect(attentionOf(channel('idle', {}), marks)).toBe('unread');
  expect(attentionOf(channel('working', { isOpen: true }), marks)).toBe('running');
});
