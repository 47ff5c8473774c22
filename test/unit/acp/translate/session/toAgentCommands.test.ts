import { expect, test } from 'vitest';
import { toAgentCommands } from '../../../../../src/acp/translate/session/toAgentCommands';

const command = (name: string, description?: string, hint?: string) => ({
  ...{ name, description },
  input: hint === undefined ? undefined : { hint },
});

test('commands of an agent', () => {
  const availableCommands = [
    command('plan', 'Makes a\nplan', 'what to do'),
    command('/slash'),
    command('mcp__github__review', 'x'),
    ...[command(''), command('two words'), command('a\u202eb'), command('a/b')],
    command('plan', 'Another'),
  ];
  expect(toAgentCommands({ availableCommands })).toEqual([
    { name: 'plan', description: 'Another', source: 'other' },
    { name: 'slash', description: '', source: 'other' },
    { name: 'mcp__github__review', description: 'x', source: 'server' },
    { name: 'a/b', description: '', source: 'other' },
  ]);
});

test('hints and long descriptions', () => {
  const availableCommands = [command('x', 'd'.repeat(9_000), 'h')];
  const [first] = toAgentCommands({ availableCommands });
  expect(first?.argumentHint).toBe('h');
  expect(first?.description.length).toBeLessThan(310);
});
