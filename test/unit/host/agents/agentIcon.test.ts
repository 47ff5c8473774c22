import { expect, it } from 'vitest';
import { agentIcon } from '../../../../src/host/agents/agentIcon';
import { agentPresets } from '../../../../src/host/agents/presets';

it('gives each agent that Tandem is tested with an icon of its own, and others a common one', () => {
  const icons = agentPresets.map(({ name }) => agentIcon(name));
  expect(new Set(icons).size).toBe(agentPresets.length);
  expect(icons).not.toContain('hubot');
  expect(agentIcon('constructor')).toBe('hubot');
});
