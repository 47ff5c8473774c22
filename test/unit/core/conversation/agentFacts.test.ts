import { expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { ConversationEvent } from '../../../../src/contract/events';
import { knownEvents } from '../../../../src/core/conversation/agentFacts';
import type { ChannelSettings } from '../../../../src/core/conversation/ports';
import type { AgentFacts } from '../../../../src/protocol/agentFacts';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

const facts: AgentFacts = {
  choices: {
    models: [
      {
        ...{ value: 'default', label: 'Default', resolved: 'claude-opus-5-5' },
        ...{ efforts: ['low', 'high'], hasThinkingBudget: false },
      },
      { value: 'haiku', label: 'Haiku', efforts: [], hasThinkingBudget: true },
    ],
    modes: ['default', 'plan'],
    commands: [{ name: 'review', description: '', source: 'project' }],
  },
  usualEffort: 'high',
};
const settings: ChannelSettings = { whileWorking: 'queue', initialMode: 'default' };

test.each([
  ['nothing of its own', {}, {}, { model: 'default', effort: null, usualEffort: 'high' }],
  ['a model', { model: 'haiku' }, { effort: 'high' }, { model: 'haiku', effort: null }],
  [
    'an effort for this model',
    { efforts: { 'claude-opus-5-5': 'low' } },
    {},
    { model: 'default', effort: 'low', usualEffort: 'high' },
  ],
  [
    'a remembered effort',
    {},
    { rememberedEfforts: { 'claude-opus-5-5': 'low' } },
    { model: 'default', effort: 'low', usualEffort: 'high' },
  ],
  [
    'an effort of the settings',
    {},
    { effort: 'low' },
    { model: 'default', effort: 'low', usualEffort: 'high' },
  ],
] as const)(
  'a conversation with %s begins with what it will start with',
  (_what, picks, more, begun) => {
    const conversation = { picks, isStored: false };
    expect(knownEvents(facts, conversation, { ...settings, ...more })).toEqual([
      { type: 'choices.changed', choices: facts.choices },
      { type: 'settings.changed', settings: begun },
    ]);
  },
);

const begin = (more: Partial<AgentFacts>, conversation: object, named?: string) =>
  knownEvents(
    { ...facts, ...more },
    { picks: {}, isStored: false, ...conversation },
    { ...settings, ...(named ? { model: named } : {}) },
  );
const settingsIn = (events: readonly ConversationEvent[]) =>
  events.flatMap(event => (event.type === 'settings.changed' ? [event.settings] : []));

test('the model that the CLI has of its own is named, unless another one is set or picked', () => {
  const own = { model: 'haiku' };
  expect(settingsIn(begin(own, {}))).toEqual([
    { model: 'haiku', effort: null, usualEffort: 'high' },
  ]);
  expect(settingsIn(begin(own, {}, 'default'))).toMatchObject([{ model: 'default' }]);
  const picked = { picks: { model: 'claude-of-tomorrow' } };
  expect(settingsIn(begin(own, picked))).toEqual([{ model: 'claude-of-tomorrow', effort: null }]);
});

test('a stored conversation goes on with its own model, or none is named', () => {
  const stored = { isStored: true };
  expect(settingsIn(begin({}, { ...stored, model: 'haiku' }))).toEqual([
    { model: 'haiku', effort: null },
  ]);
  expect(settingsIn(begin({}, { ...stored, model: 'claude-opus-5-5' }))).toMatchObject([
    { model: 'claude-opus-5-5', usualEffort: 'high' },
  ]);
  expect(begin({}, stored)).toEqual([
    { type: 'choices.changed', choices: { ...facts.choices, models: [] } },
  ]);
  expect(settingsIn(begin({}, stored, 'haiku'))).toMatchObject([{ model: 'haiku' }]);
});

test('a report replaces what was remembered', () => {
  const missingModes = [{ mode: 'auto', why: 'baseUrl' }] as const;
  const remembered = begin({ choices: { ...facts.choices, missingModes } }, {});
  const reported = [{ type: 'choices.changed', choices: facts.choices } as const];
  const { summary } = [...remembered, ...reported].reduce(
    (conversation, event) => fold(conversation, event),
    emptyConversation,
  );
  expect(summary.choices).toEqual(facts.choices);
});

test('a model that is picked before the start has no level of another one', async () => {
  const { channel } = scriptedBed({}, silentLog, { known: { of: () => facts } });
  await channel.restorer.restore();
  expect(channel.conversation.summary.settings.usualEffort).toBe('high');
  await channel.settings.set({ model: 'haiku' });
  expect(channel.conversation.summary.settings.usualEffort).toBeUndefined();
  channel.dispose();
});

test('conversations with other agents begin without facts of Claude Code', async () => {
  const known = { of: () => facts };
  const models = [{}, { source: 'Gemini CLI' }].map(async record => {
    const { channel } = scriptedBed(record, silentLog, { known });
    await channel.restorer.restore();
    const count = channel.conversation.summary.choices.models.length;
    channel.dispose();
    return count;
  });
  expect(await Promise.all(models)).toEqual([2, 0]);
});
