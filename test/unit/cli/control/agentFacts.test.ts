import { expect, test } from 'vitest';
import { factsOf } from '../../../../src/cli/control/agentFacts';
import type { Choices } from '../../../../src/contract/choices';

const choices: Choices = {
  models: [
    {
      ...{ value: 'default', label: 'Default', resolved: 'claude-opus-5-5' },
      ...{ efforts: ['low', 'high'], hasThinkingBudget: false },
    },
  ],
  modes: ['default', 'plan'],
  commands: [
    { name: 'review', description: '', source: 'project' },
    { name: 'mine', description: '', source: 'prompt' },
    { name: 'mcp__one__ask', description: '', source: 'server' },
  ],
  tools: ['Bash'],
};

test('facts leave out what MCP servers and prompt files offer', () => {
  const { models, modes, commands } = choices;
  expect(factsOf(choices, { model: 'claude-opus-5-5', usualEffort: 'high' })).toEqual({
    choices: { models, modes, commands: commands.slice(0, 1) },
    usualEffort: 'high',
  });
});

test('a model that is not the default is a fact of its own', () => {
  expect(factsOf(choices, { model: 'claude-sonnet-5-5' }).model).toBe('claude-sonnet-5-5');
  // Old versions do not tell.
  expect(factsOf(choices, {})).not.toHaveProperty('model');
});
