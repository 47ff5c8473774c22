import { expect, it } from 'vitest';
import type { AgentOption, Choices } from '../../../src/contract/choices';
import { ownCommands } from '../../../src/contract/commands';
import {
  offeredCommands,
  ownCommandOf,
  terminalCommandsOf,
} from '../../../src/contract/offeredCommands';

const ofClaude: Choices = { models: [], modes: [], commands: [] };
const model: AgentOption = {
  ...{ id: 'm', label: 'Model', role: 'model', kind: 'select', value: 'a' },
  groups: [{ values: [{ value: 'a', label: 'A' }] }],
};
const foreign = (changes: Partial<Choices> = {}): Choices => ({
  ...ofClaude,
  foreign: { name: 'x', title: 'X', lacks: [] },
  ...changes,
});

it('offers all commands with Claude Code', () => {
  expect(offeredCommands(ofClaude)).toEqual(ownCommands);
});

it('offers a picker with a foreign agent only if it has such an option', () => {
  expect(offeredCommands(foreign({ options: [model] }))).toContain('model');
  expect(offeredCommands(foreign({ options: [model] }))).not.toContain('mode');
  expect(offeredCommands(foreign())).not.toContain('model');
});

it('offers the choice of tools unless the agent lacks it', () => {
  expect(offeredCommands(foreign())).toContain('tools');
  const lacking = foreign({ foreign: { name: 'x', title: 'X', lacks: ['toolChoice'] } });
  expect(offeredCommands(lacking)).not.toContain('tools');
});

it('leaves words of Claude Code to a foreign agent', () => {
  expect(ownCommandOf('permissions', ofClaude)).toBe('permissions');
  expect(ownCommandOf('permissions', foreign())).toBeUndefined();
  expect(ownCommandOf('cost', foreign())).toBeUndefined();
  expect(ownCommandOf('checkpoint', foreign())).toBe('rewind');
  expect(terminalCommandsOf(ofClaude)).toContain('vim');
  expect(terminalCommandsOf(foreign())).toEqual([]);
});
