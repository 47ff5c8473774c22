import { expect, test } from 'vitest';
import type { Todo } from '../../../../src/contract/content';
import type { Conversation, Summary } from '../../../../src/contract/conversation';
import type { AgentPhase } from '../../../../src/contract/events';
import { statusText, tasksText, todosText } from '../../../../src/host/views/statusTexts';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';

const showing = (summary: Partial<Summary>): Conversation => ({
  ...emptyConversation,
  summary: { ...emptyConversation.summary, ...summary },
});

test.each<[AgentPhase, string, string]>([
  ['idle', '$(comment-discussion)', 'idle'],
  ['starting', '$(loading~spin)', 'starting'],
  ['working', '$(loading~spin)', 'working'],
  ['waiting', '$(bell-dot)', 'waiting for you'],
  ['stopping', '$(loading~spin)', 'stopping'],
  ['lost', '$(error)', 'lost'],
])('an agent that is %s is shown as %s', (phase, icon, name) => {
  expect(statusText(showing({ agent: { phase } }), 0)).toEqual({
    text: `${icon} Tandem`,
    tooltip: `Tandem: ${name}`,
    label: `Tandem, ${name}`,
    isWarning: false,
  });
});

test('prompts of any conversation come before the phase of the one in front', () => {
  const expected = {
    text: '$(bell-dot) Tandem 2',
    tooltip: 'Tandem: waiting for you',
    label: 'Tandem, waiting for you',
    isWarning: true,
  };
  expect(statusText(showing({ agent: { phase: 'working' } }), 2)).toEqual(expected);
  expect(statusText(undefined, 2)).toEqual(expected);
});

test('the tooltip says why an agent is lost, and no conversation is shown as stopped', () => {
  const lost = showing({ agent: { phase: 'lost', detail: 'Exited with code 3.' } });
  expect(statusText(lost, 0).tooltip).toBe('Tandem: lost: Exited with code 3.');
  expect(statusText(undefined, 0)).toEqual(statusText(emptyConversation, 0));
  expect(statusText(undefined, 0).tooltip).toBe('Tandem: stopped');
});

test('to-dos are counted, and the tooltip names what the agent is doing', () => {
  const done: Todo = { id: '1', text: 'Read', status: 'completed' };
  const active: Todo = { id: '2', text: 'Write', status: 'in_progress' };
  const text = '$(checklist) 1 of 2';
  expect(todosText(showing({ todos: [done, active] }))).toEqual({ text, tooltip: 'Write' });
  const described = [done, { ...active, activeText: 'Writing' }];
  expect(todosText(showing({ todos: described }))).toEqual({ text, tooltip: 'Writing' });
  expect(todosText(showing({ todos: [done] }))).toEqual({
    text: '$(checklist) 1 of 1',
    tooltip: 'To-dos of the conversation',
  });
  expect(todosText(emptyConversation)).toBeUndefined();
  expect(todosText(undefined)).toBeUndefined();
});

test('running tasks are counted, and the first ten are named', () => {
  const titles = Array.from({ length: 12 }, (_, index) => `task ${index + 1}`);
  expect(tasksText(titles)).toEqual({
    text: '$(sync~spin) 12',
    tooltip: ['Tandem: 12 running', ...titles.slice(0, 10)].join('\n'),
    label: 'Tandem: 12 running',
  });
  expect(tasksText([])).toBeUndefined();
});

test('the fill of the context stands in the tooltip, and in the text once it is a warning', () => {
  const usage = { contextTokens: 85, contextWindow: 100 };
  const conversation = showing({ agent: { phase: 'idle' }, usage });
  const calm = statusText(conversation, 0, 90);
  expect(calm).toMatchObject({ text: '$(comment-discussion) Tandem' });
  expect(calm.tooltip).toContain('\nContext: 85% used');
  expect(statusText(conversation, 0, 85).text).toBe('$(comment-discussion) Tandem 85%');
  expect(statusText(conversation, 0, 0).text).toBe('$(comment-discussion) Tandem');
});
