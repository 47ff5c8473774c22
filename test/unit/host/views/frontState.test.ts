import { expect, test } from 'vitest';
import type { Conversation, Summary } from '../../../../src/contract/conversation';
import type { Prompt } from '../../../../src/contract/prompts';
import { frontState } from '../../../../src/host/views/frontState';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { ask } from '../../transcript/events';

const channel = (summary: Partial<Summary>): { conversation: Conversation } => ({
  conversation: { ...emptyConversation, summary: { ...emptyConversation.summary, ...summary } },
});

test('views show the conversation in front, with the prompts of all', () => {
  const front = channel({ agent: { phase: 'idle' }, waiting: [ask('a', 'a')] });
  const other = channel({ agent: { phase: 'working' }, waiting: [ask('b', 'b'), ask('c', 'c')] });
  expect(frontState(front, [other, front])).toEqual({
    conversation: front.conversation,
    waiting: 3,
    kinds: new Set(['permission']),
    isWorking: false,
  });
  expect(frontState(undefined, [other])).toEqual({
    conversation: undefined,
    waiting: 2,
    kinds: new Set(['permission']),
    isWorking: false,
  });
});

test('prompts are told apart by kind, in the conversation in front, or in all if there is none', () => {
  const plan: Prompt = { ...ask('p', 'p'), kind: 'plan' };
  const question: Prompt = { ...plan, kind: 'question', questions: [] };
  const front = channel({ waiting: [plan] });
  const kinds = (...all: (typeof front)[]) => [...frontState(front, all).kinds];
  expect(kinds(front)).toEqual(['plan']);
  const other = channel({ waiting: [question] });
  expect(kinds(front, other)).toEqual(['plan']);
  expect([...frontState(undefined, [front, other]).kinds]).toEqual(['plan', 'question']);
  expect([...frontState(channel({}), [front]).kinds]).toEqual([]);
});

test('Stop applies while the agent starts, works or waits, but not while it stops', () => {
  const phases = ['idle', 'starting', 'working', 'waiting', 'stopping', 'stopped', 'lost'] as const;
  const working = phases.filter(phase => frontState(channel({ agent: { phase } }), []).isWorking);
  expect(working).toEqual(['starting', 'working', 'waiting']);
});
