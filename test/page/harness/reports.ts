import type { AgentSettings } from '../../../src/contract/agentSettings';
import type { ModelChoice } from '../../../src/contract/choices';
import type { ConversationEvent } from '../../../src/contract/events';

const models: readonly ModelChoice[] = [
  {
    value: 'default',
    label: 'Default (Opus)',
    description: 'The best for hard work',
    resolved: 'claude-opus-5',
    efforts: ['low', 'medium', 'high'],
    hasThinkingBudget: false,
  },
  { value: 'sonnet', label: 'Sonnet', efforts: [], hasThinkingBudget: true },
  { value: 'sonnet[1m]', label: 'Sonnet (1M context)', efforts: [], hasThinkingBudget: true },
  { value: 'haiku', label: 'Haiku', efforts: [], hasThinkingBudget: false },
];

/** Events of an agent that has started: choices, settings and idle state. */
export const arrived: readonly ConversationEvent[] = [
  {
    type: 'choices.changed',
    choices: { models, modes: ['default', 'acceptEdits', 'plan'], commands: [] },
  },
  { type: 'agent.changed', agent: { phase: 'idle' } },
];

export function reported(settings: Partial<AgentSettings>): ConversationEvent {
  return { type: 'settings.changed', settings };
}
