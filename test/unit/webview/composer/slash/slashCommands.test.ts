import { expect, it } from 'vitest';
import type { Choices } from '../../../../../src/contract/choices';
import { directCommand } from '../../../../../webview/composer/slash/directCommand';
import { slashCommands } from '../../../../../webview/composer/slash/slashCommands';

const choices: Choices = {
  models: [],
  modes: [],
  commands: [
    { name: 'compact', description: 'Compacts', argumentHint: '<words>', source: 'builtIn' },
    { name: 'model', description: 'Set the AI model', source: 'builtIn' },
    { name: 'doctor', description: 'Checks', source: 'builtIn' },
    { name: 'proj', description: 'Does', source: 'project' },
    { name: 'hooks', description: 'Mine', source: 'user' },
    { name: 'context', description: 'Theirs', source: 'builtIn' },
    { name: 'cost', description: 'Theirs', source: 'builtIn' },
    { name: 'status', description: 'Unsaid', source: 'other' },
  ],
  terminalCommands: ['doctor', 'focus'],
};

it('lists each name once: ours, the agent’s, and those for terminals', () => {
  const rows = slashCommands(choices);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  const row = (name: string) => rows.find(one => one.name === name);
  expect(row('model')).toMatchObject({ runs: 'tandem', description: 'Choose the model' });
  expect(row('compact')).toMatchObject({ runs: 'agent', argumentHint: '<words>' });
  expect(row('proj')).toMatchObject({ runs: 'agent', group: 'project', note: 'Project' });
  expect(row('doctor')).toMatchObject({ runs: 'terminal', group: 'terminal' });
  expect(row('btw')).toMatchObject({ runs: 'agent', group: 'tandem' });
  expect(row('focus')).toMatchObject({ runs: 'terminal' });
  expect(row('hooks')).toMatchObject({ runs: 'agent', note: 'User' });
  expect(row('statusline')).toMatchObject({ runs: 'terminal' });
  expect(row('context')).toMatchObject({ runs: 'tandem', group: 'tandem' });
  expect(row('status')).toMatchObject({ runs: 'tandem' });
  expect(row('permissions')).toMatchObject({ runs: 'tandem', aliases: ['allowed-tools'] });
  expect(row('usage')).toMatchObject({ runs: 'tandem', aliases: ['cost'] });
  expect(row('cost')).toBeUndefined();
  expect(row('allowed-tools')).toBeUndefined();
});

it.each([
  ['/model', 'model'],
  ['/permissions ', 'permissions'],
  ['/allowed-tools', 'permissions'],
  ['/statusline', 'statusline'],
  ['/context', 'context'],
  ['/context all', undefined],
  ['/cost', 'usage'],
  ['/doctor', 'doctor'],
  ['/continue', 'resume'],
  ['/hooks', undefined],
  ['/btw', undefined],
  ['/model opus', undefined],
  ['/compact', undefined],
  ['/unknown', undefined],
  ['say /model', undefined],
])('"%s" runs %s at once', (text, name) => {
  expect(directCommand(text, choices)?.name).toBe(name);
});
