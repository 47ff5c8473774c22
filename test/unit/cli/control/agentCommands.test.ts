import { expect, it } from 'vitest';
import { toCommands } from '../../../../src/cli/control/agentCommands';

const read = (name: string, description: string, builtin?: boolean) =>
  toCommands([{ name, description, argumentHint: '', builtin }])[0];

it.each([
  ['mine', 'My command (user)', 'My command', 'user'],
  ['mine', 'My command (project, gitignored)', 'My command', 'project'],
  ['sub:deep', 'Deep (project)', 'Deep', 'project'],
  ['tool:run', 'Runs it (plugin:tool@market)', 'Runs it', 'plugin'],
  ['tool:run', 'Runs it', 'Runs it', 'plugin'],
  ['mcp__books__find', 'Finds a book', 'Finds a book', 'server'],
  ['init', 'Initialize a file (CLAUDE.md)', 'Initialize a file (CLAUDE.md)', 'other'],
  ['evil', 'one\n\ntwo\u0000 (user)', 'one two\u0000', 'user'],
])('%s "%s"', (name, text, description, source) => {
  expect(read(name, text)).toEqual({ name, description, source });
});

it.each([
  ['books:find (MCP)', 'mcp__books__find'],
  ['my lib.x:say hello (MCP)', 'mcp__my_lib_x__say hello'],
  ['plugin:a:books:find (MCP)', 'mcp__plugin_a_books__find'],
])('the prompt %s is run by the name %s', (name, run) => {
  expect(read(name, 'Finds')).toEqual({ name: run, description: 'Finds', source: 'server' });
});

it('believes the CLI about its own commands, and keeps their words', () => {
  expect(read('deep', 'Searches (dynamic workflow)', true)).toMatchObject({
    description: 'Searches (dynamic workflow)',
    source: 'builtIn',
  });
});

it('cuts a description that fills pages, at a whole character', () => {
  const [command] = toCommands([
    { name: 'a', description: `${'x'.repeat(299)}😀${'y'.repeat(5_000)}` },
  ]);
  expect(command?.description).toBe(`${'x'.repeat(299)}…`);
});
