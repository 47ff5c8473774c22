import { expect, test } from 'vitest';
import { readAgentSetting } from '../../../../src/host/agents/agentSetting';

const complete = { command: 'agent', args: ['acp'], env: { LEVEL: 'high' } };

test('agents are read from an object and from a list alike', () => {
  const expected = { agents: [{ name: 'Mine', ...complete }], problems: [] };
  expect(readAgentSetting({ Mine: complete })).toEqual(expected);
  expect(readAgentSetting([{ name: 'Mine', ...complete }])).toEqual(expected);
});

test('arguments and variables may be left out', () => {
  expect(readAgentSetting({ Mine: { command: '/opt/agent' } }).agents).toEqual([
    { name: 'Mine', command: '/opt/agent', args: [], env: {} },
  ]);
});

const bad: readonly (readonly [string, unknown, RegExp])[] = [
  ['no object', 'agent --acp', /nothing else/],
  ['no command', {}, /^Bad: “command”/],
  ['an empty command', { command: '' }, /^Bad: “command”/],
  ['a relative path', { command: './agent' }, /neither the name of a program on PATH nor/],
  ['a control character', { command: 'agent\n' }, /^Bad: “command”/],
  ['arguments that are no list', { command: 'agent', args: '--acp' }, /“args” must be a list/],
  ['a variable that is no text', { command: 'agent', env: { N: 1 } }, /“env” must be an object/],
  ['a variable with an equals sign', { command: 'agent', env: { 'A=B': '' } }, /“env”/],
  ['an unknown member', { command: 'agent', cwd: '/' }, /nothing else/],
];

test.each(bad)('an entry with %s is skipped with the reason', (_, given, reason) => {
  const { agents, problems } = readAgentSetting({ Bad: given, Good: { command: 'agent' } });
  expect(agents.map(({ name }) => name)).toEqual(['Good']);
  expect(problems).toEqual([expect.stringMatching(reason)]);
});

test('a name is taken once, and never that of Claude Code', () => {
  const list = [
    { name: 'Claude Code', command: 'a' },
    { name: 'Mine', command: 'b' },
    { name: 'Mine', command: 'c' },
    { command: 'd' },
    { name: ' ', command: 'e' },
  ];
  const { agents, problems } = readAgentSetting(list);
  expect(agents.map(({ command }) => command)).toEqual(['b']);
  expect(problems.map(problem => problem.split(':', 1)[0])).toEqual([
    'Claude Code',
    'Mine',
    'Entry 4',
    ' ',
  ]);
});

test('a setting of another kind is reported as a whole', () => {
  expect(readAgentSetting('opencode')).toEqual({
    agents: [],
    problems: ['The setting is neither a list nor an object.'],
  });
});
