import { expect, it } from 'vitest';
import { rankCommands } from '../../../../../webview/composer/slash/rankCommands';

const commands = [
  { name: 'add-dir', description: 'Give access' },
  { name: 'code-review', description: 'Reviews the diff', aliases: ['review'] },
  { name: 'security-review', description: 'Reviews security' },
  { name: 'model', description: 'Choose the model' },
  { name: 'mode', description: 'Choose the permission mode' },
  { name: 'rewind', description: 'Go back' },
  { name: 'a.*b(', description: 'Odd' },
];
const names = (query: string) => rankCommands(commands, query).map(({ command }) => command.name);

it.each([
  ['', commands.map(({ name }) => name)],
  ['mode', ['mode', 'model', 'rewind'].slice(0, 2)],
  ['review', ['code-review', 'security-review']],
  ['dir', ['add-dir']],
  ['re', ['rewind', 'code-review', 'security-review']],
  ['permission', ['mode']],
  ['a.*b(', ['a.*b(']],
  ['nothing', []],
])('"%s"', (query, found) => {
  expect(names(query).slice(0, found.length === 0 ? 99 : found.length)).toEqual(found);
});

it('marks what matches', () => {
  expect(rankCommands(commands, 'Rev')[0]?.matches).toEqual([5, 8]);
  expect(rankCommands(commands, 'rew')[0]?.matches).toEqual([0, 3]);
});
