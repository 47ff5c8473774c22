import { expect, it } from 'vitest';
import { type GroupKey, grouped } from '../../../../../webview/composer/slash/commandGroup';
import { rankCommands } from '../../../../../webview/composer/slash/rankCommands';

const command = (name: string, group: GroupKey) => ({
  ...{ name, group, description: '', runs: 'agent' as const },
});
const commands = [
  command('mode', 'tandem'),
  command('doctor', 'terminal'),
  command('compact', 'builtIn'),
  command('model', 'tandem'),
  command('review', 'project'),
  command('my-mode', 'user'),
];
const names = (query: string) =>
  grouped(rankCommands(commands, query), query).map(({ command: { name } }) => name);

it('keeps each group together, and the best row first', () => {
  expect(names('')).toEqual(['mode', 'model', 'compact', 'review', 'my-mode', 'doctor']);
  expect(names('my-mode')[0]).toBe('my-mode');
  expect(names('mode')).toEqual(['mode', 'model', 'my-mode']);
});
