import { expect, test } from 'vitest';
import type { AgentPhase } from '../../../../src/contract/agentState';
import type { ModelChoice } from '../../../../src/contract/choices';
import type { Todo } from '../../../../src/contract/content';
import type { Conversation, Summary } from '../../../../src/contract/conversation';
import { type StatusFacts, statusText } from '../../../../src/host/views/statusTexts';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';

const showing = (summary: Partial<Summary>): Conversation => ({
  ...emptyConversation,
  summary: { ...emptyConversation.summary, ...summary },
});

const textOf = (conversation: Conversation | undefined, rest: Partial<StatusFacts> = {}) =>
  statusText({ conversation, waiting: 0, tasks: [], warnAt: 0, ...rest });

test.each<[AgentPhase, string, string]>([
  ['idle', '$(comment-discussion)', 'idle'],
  ['starting', '$(loading~spin)', 'starting'],
  ['working', '$(loading~spin)', 'working'],
  ['waiting', '$(bell-dot)', 'waiting for you'],
  ['stopping', '$(loading~spin)', 'stopping'],
  ['lost', '$(error)', 'lost'],
])('an agent that is %s is shown as %s', (phase, icon, name) => {
  expect(textOf(showing({ agent: { phase } }))).toEqual({
    text: `${icon} Tandem`,
    tooltip: `Tandem: ${name}`,
    label: `Tandem, ${name}`,
    isWarning: false,
  });
});

test('prompts of any conversation come before the phase of the one in front', () => {
  const expected = {
    text: '$(bell-dot) Tandem 2',
    tooltip: 'Tandem: waiting for you\nWaiting: 2 requests',
    label: 'Tandem, waiting for you, 2 requests',
    isWarning: true,
  };
  expect(textOf(showing({ agent: { phase: 'working' } }), { waiting: 2 })).toEqual(expected);
  expect(textOf(undefined, { waiting: 2 })).toEqual(expected);
});

test('the tooltip says why an agent is lost, and no conversation is shown as stopped', () => {
  const lost = showing({ agent: { phase: 'lost', detail: 'Exited with code 3.' } });
  expect(textOf(lost).tooltip).toBe('Tandem: lost: Exited with code 3.');
  expect(textOf(undefined)).toEqual(textOf(emptyConversation));
  expect(textOf(undefined).tooltip).toBe('Tandem: stopped');
});

test('a title or the text of a task adds no line, and is cut', () => {
  const title = `Fix\nState: idle\u2028Model: Opus ${'x'.repeat(10_000)}`;
  const lines = textOf(emptyConversation, { title, tasks: ['Build\nCost: $0.00'] }).tooltip;
  expect(lines.split('\n')).toEqual([
    expect.stringMatching(/^Fix State: idle Model: Opus x{200,300}…$/),
    'State: stopped',
    'Running: Build Cost: $0.00',
  ]);
});

test('to-dos are counted, and the tooltip names what is being done while a turn runs', () => {
  const done: Todo = { id: '1', text: 'Read', status: 'completed' };
  const active: Todo = { id: '2', text: 'Write', status: 'in_progress' };
  const shown = textOf(showing({ todos: [done, active] }));
  expect(shown).toMatchObject({
    text: '$(comment-discussion) Tandem · 1 of 2',
    label: 'Tandem, stopped, 1 of 2 to-dos',
  });
  expect(shown.tooltip).toBe('Tandem: stopped\nTo-dos: 1 of 2');
  const atWork = (todos: readonly Todo[]) => showing({ todos, agent: { phase: 'working' } });
  expect(textOf(atWork([done, active])).tooltip).toContain('\nTo-dos: 1 of 2, Write');
  const described = [done, { ...active, activeText: 'Writing' }];
  expect(textOf(atWork(described)).tooltip).toContain('\nTo-dos: 1 of 2, Writing');
  expect(textOf(showing({ todos: [done] })).tooltip).toContain('\nTo-dos: 1 of 1');
  expect(textOf(emptyConversation).tooltip).not.toContain('To-dos');
});

test('running tasks of all conversations are counted, and the first ten are named', () => {
  const tasks = Array.from({ length: 12 }, (_, index) => `task ${index + 1}`);
  const shown = textOf(undefined, { tasks });
  expect(shown.text).toBe('$(comment-discussion) Tandem · 12 tasks');
  expect(shown.tooltip).toContain(`Running: ${tasks.slice(0, 10).join(', ')}, …`);
  expect(textOf(undefined, { tasks: ['one'] })).toMatchObject({
    text: '$(comment-discussion) Tandem · 1 task',
    tooltip: 'Tandem: stopped\nRunning: one',
  });
});

test('the tooltip begins with the title, and tells model and cost of the conversation', () => {
  const { choices, settings } = emptyConversation.summary;
  const models = [{ value: 'opus', label: 'Opus 5 (recommended)' }] as never;
  const conversation = showing({
    ...{ agent: { phase: 'idle' }, choices: { ...choices, models }, usage: { costUsd: 1.234 } },
    settings: { ...settings, model: 'opus' },
  });
  expect(textOf(conversation, { title: 'Fix the parser' }).tooltip).toBe(
    ['Fix the parser', 'State: idle', 'Model: Opus 5', 'Cost: $1.23'].join('\n'),
  );
});

test('the tooltip names the model behind the default, and no cost as zero', () => {
  const { choices, settings } = emptyConversation.summary;
  const byDefault = { value: 'default', label: 'Default (recommended)' };
  const shown = (resolved: Partial<ModelChoice>) =>
    textOf(
      showing({
        choices: { ...choices, models: [{ ...byDefault, ...resolved }] as never },
        usage: { costUsd: 0.0012 },
        settings: { ...settings, model: 'default' },
      }),
    ).tooltip;
  const named = shown({ resolved: 'claude-opus-5-5' });
  expect(named).toBe('Tandem: stopped\nModel: Opus 5.5\nCost: <$0.01');
  expect(shown({})).toContain('\nModel: Default\n');
});

test('the fill of the context stands in the tooltip, and in the text once it is a warning', () => {
  const usage = { contextTokens: 85, contextWindow: 100 };
  const conversation = showing({ agent: { phase: 'idle' }, usage });
  const calm = textOf(conversation, { warnAt: 90 });
  expect(calm).toMatchObject({ text: '$(comment-discussion) Tandem' });
  expect(calm.tooltip).toContain('\nContext: 85% used');
  expect(textOf(conversation, { warnAt: 85 }).text).toBe('$(comment-discussion) Tandem 85%');
  expect(textOf(conversation).text).toBe('$(comment-discussion) Tandem');
});
