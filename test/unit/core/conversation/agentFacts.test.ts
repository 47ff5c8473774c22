import { expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { AgentSettings, Choices } from '../../../../src/contract/events';
import { factsOf, knownEvents } from '../../../../src/core/conversation/agentFacts';
import type { AgentFacts, ChannelSettings } from '../../../../src/core/conversation/ports';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

const choices: Choices = {
  models: [
    {
      ...{ value: 'default', label: 'Default', resolved: 'claude-opus-5-5' },
      ...{ efforts: ['low', 'high'], hasThinkingBudget: false },
    },
    { value: 'haiku', label: 'Haiku', efforts: [], hasThinkingBudget: true },
  ],
  modes: ['default', 'plan'],
  commands: [
    { name: 'review', description: '', source: 'project' },
    { name: 'mine', description: '', source: 'prompt' },
    { name: 'mcp__one__ask', description: '', source: 'server' },
  ],
  tools: ['Bash'],
};
const shown: AgentSettings = {
  ...{ mode: 'default', model: 'default', effort: null, usualEffort: 'high' },
  ...{ maxThinkingTokens: null, requested: {} },
};
const settings: ChannelSettings = { whileWorking: 'queue', initialMode: 'default' };
const facts: AgentFacts = {
  choices: { models: choices.models, modes: choices.modes, commands: choices.commands.slice(0, 1) },
  usualEffort: 'high',
};

test('facts leave out what MCP servers and files of ours offer', () => {
  expect(factsOf({ choices, settings: shown }, {}, settings)).toEqual(facts);
});

test('the model is remembered where the settings of the CLI itself name it', () => {
  const reported = { choices, settings: { ...shown, model: 'haiku' } };
  const known = factsOf(reported, {}, settings);
  expect(known).toEqual({ ...facts, model: 'haiku' });
  expect(factsOf(reported, {}, { ...settings, model: 'haiku' })).toEqual(facts);
  const begun = known && knownEvents(known, {}, settings)[1];
  expect(begun).toMatchObject({ settings: { model: 'haiku', usualEffort: 'high' } });
  const picked = known && knownEvents(known, { model: 'default' }, settings)[1];
  expect(picked).toEqual({
    type: 'settings.changed',
    settings: { model: 'default', effort: null },
  });
});

test.each([
  ['a model of its own', { model: 'haiku' }, {}],
  ['an effort of its own', { efforts: { default: 'low' } }, {}],
  ['a model that it asks for', {}, { requested: { model: 'haiku' } }],
] as const)('a conversation with %s reports no facts', (_what, picks, more) => {
  const reported = { choices, settings: { ...shown, ...more } };
  expect(factsOf(reported, picks, settings)).toBeUndefined();
});

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
    expect(knownEvents(facts, picks, { ...settings, ...more })).toEqual([
      { type: 'choices.changed', choices: facts.choices },
      { type: 'settings.changed', settings: begun },
    ]);
  },
);

test.each([
  ['no models are known', { choices: { ...facts.choices, models: [] } }, {}],
  ['the model is not known', facts, { model: 'claude-of-tomorrow' }],
])('the model is not named where %s', (_what, known, picks) => {
  expect(knownEvents(known, picks, settings)).toEqual([
    { type: 'choices.changed', choices: known.choices },
  ]);
});

test('conversations with other agents begin without facts of Claude Code', async () => {
  const known = { of: () => facts, keep: () => undefined };
  const models = [{}, { source: 'Gemini CLI' }].map(async record => {
    const { channel } = scriptedBed(record, silentLog, { known });
    await channel.restorer.restore();
    const count = channel.conversation.summary.choices.models.length;
    channel.dispose();
    return count;
  });
  expect(await Promise.all(models)).toEqual([2, 0]);
});
