import { expect, it } from 'vitest';
import type { AgentSettings } from '../../../../../src/contract/agentSettings';
import type { ModelChoice } from '../../../../../src/contract/choices';
import { emptyConversation } from '../../../../../src/transcript/emptyConversation';
import { modelFace } from '../../../../../webview/composer/models/modelFace';

const models: readonly ModelChoice[] = [
  {
    ...{ value: 'default', label: 'Default (recommended)', resolved: 'claude-opus-5-5' },
    ...{ efforts: ['low', 'high'], hasThinkingBudget: false, hasFastMode: true },
  },
  { value: 'haiku', label: 'Haiku', efforts: [], hasThinkingBudget: true },
  {
    value: 'odd',
    label: 'Odd',
    resolved: 'claude-opus-5-5',
    efforts: [],
    hasThinkingBudget: false,
  },
];

function settings(more: Partial<AgentSettings>): AgentSettings {
  return { ...emptyConversation.summary.settings, model: 'default', ...more };
}

it.each<[string, Partial<AgentSettings>, string, string]>([
  ['nothing', {}, 'Opus 5.5', 'Opus 5.5 (default), effort Default'],
  [
    'the usual effort',
    { usualEffort: 'high' },
    'Opus 5.5 · High',
    'Opus 5.5 (default), effort High (default)',
  ],
  [
    'an effort',
    { effort: 'low', usualEffort: 'high' },
    'Opus 5.5 · Low',
    'Opus 5.5 (default), effort Low',
  ],
  [
    'a wish to leave the effort to the model',
    { effort: 'low', usualEffort: 'high', requested: { effort: null } },
    'Opus 5.5 · High',
    'Opus 5.5 (default), effort High (default)',
  ],
  [
    'Ultracode and fast mode',
    { effort: 'high', ultracode: 'on', fastMode: 'on' },
    'Opus 5.5 · High · Ultracode',
    'Opus 5.5 (default), effort High, Ultracode, fast mode',
  ],
  [
    'fast mode that is paused',
    { fastMode: 'cooldown' },
    'Opus 5.5',
    'Opus 5.5 (default), effort Default, fast mode paused',
  ],
  ['a model without effort', { model: 'haiku', effort: 'high', fastMode: 'on' }, 'Haiku', 'Haiku'],
  ['a budget', { model: 'haiku', maxThinkingTokens: 0 }, 'Haiku', 'Haiku, thinking: Off'],
  ['a model that is not the default', { model: 'odd' }, 'Odd', 'Odd'],
  ['a model that is not offered', { model: 'claude-x' }, 'claude-x', 'claude-x'],
])('the button shows what a message runs with: %s', (_, more, face, shown) => {
  expect(modelFace(settings(more), models)).toMatchObject({ face, shown });
});

it('is pending until the agent has confirmed all that was picked', () => {
  expect(modelFace(settings({}), models)).toMatchObject({ isPending: false, isFast: false });
  for (const requested of [
    { model: 'haiku' },
    { effort: null },
    { fastMode: 'on' },
    { ultracode: 'off' },
    { maxThinkingTokens: null },
  ] as const) {
    expect(modelFace(settings({ requested }), models).isPending).toBe(true);
  }
  expect(modelFace(settings({ requested: { mode: 'plan' } }), models).isPending).toBe(false);
});
