import { expect, it } from 'vitest';
import type { FoundProgram } from '../../../../src/cli/programs/programReadings';
import {
  localPrograms,
  serverPrograms,
  settingsPrograms,
  taskPrograms,
} from '../../../../src/cli/programs/settingsPrograms';

/** Leaves out what only the hash has. */
const shown = (programs: readonly FoundProgram[]) => programs.map(({ raw: _, ...one }) => one);

it('lists hooks by event, with the rest of what they say', () => {
  const group = {
    matcher: 'Bash',
    hooks: [
      { type: 'command', command: './check.sh', timeout: 5 },
      { type: 'prompt', prompt: 'Is it fine?' },
    ],
  };
  const hooks = { PreToolUse: [group], SessionStart: 'odd', Stop: [] };
  expect(shown(settingsPrograms({ hooks }))).toEqual([
    { kind: 'hook', name: 'PreToolUse (Bash)', text: './check.sh {"timeout":5}' },
    { kind: 'hook', name: 'PreToolUse (Bash)', text: '{"prompt":"Is it fine?"}' },
    { kind: 'hook', name: 'SessionStart', text: 'odd' },
  ]);
});

it('lists what gives the agent more, and not what takes it away', () => {
  const permissions = {
    allow: ['Bash(curl:*)'],
    deny: ['Read(.env)'],
    ask: ['Write'],
    additionalDirectories: ['/'],
    defaultMode: 'bypassPermissions',
  };
  expect(shown(settingsPrograms({ permissions }))).toEqual([
    { kind: 'rule', name: 'allow', text: 'Bash(curl:*)' },
    { kind: 'rule', name: 'additionalDirectories', text: '["/"]' },
    { kind: 'rule', name: 'defaultMode', text: 'bypassPermissions' },
  ]);
  expect(shown(settingsPrograms({ permissions: { defaultMode: 'plan', allow: [] } }))).toEqual([]);
});

it('lists settings that run programs, variables, and settings of versions to come', () => {
  const settings = {
    apiKeyHelper: './key.sh',
    statusLine: { type: 'command', command: './line.sh' },
    env: { NODE_OPTIONS: '--require ./x.js' },
    someFutureHelper: './future.sh',
  };
  expect(shown(settingsPrograms(settings))).toEqual([
    { kind: 'setting', name: 'apiKeyHelper', text: './key.sh' },
    { kind: 'setting', name: 'statusLine', text: '{"type":"command","command":"./line.sh"}' },
    { kind: 'setting', name: 'env.NODE_OPTIONS', text: '--require ./x.js' },
    { kind: 'setting', name: 'someFutureHelper', text: './future.sh' },
  ]);
});

it('lists nothing for settings that run nothing', () => {
  const settings = { model: 'opus', $schema: 'x', env: {}, hooks: {}, apiKeyHelper: '' };
  expect(shown(settingsPrograms({ ...settings, enableAllProjectMcpServers: true }))).toEqual([]);
});

it.each([
  ['deletes conversations of all projects early', { cleanupPeriodDays: 1 }],
  ['deletes them at once', { cleanupPeriodDays: 0 }],
  ["switches the user's hooks off", { disableAllHooks: true }],
  ['chooses with which account the user signs in', { forceLoginMethod: 'console' }],
  ['switches a guard off that is on otherwise', { fileCheckpointingEnabled: false }],
])('lists a setting that %s', (_, settings) => {
  const [[name, value] = expect.fail()] = Object.entries(settings);
  expect(shown(settingsPrograms(settings))).toEqual([
    { kind: 'setting', name, text: String(value) },
  ]);
});

it('lists of local settings all but the answers to questions of the CLI', () => {
  const rules = { allow: ['Bash'], deny: ['Read'], ask: ['Write'] };
  const permissions = { ...rules, additionalDirectories: ['/a'] };
  const servers = { enabledMcpjsonServers: ['a'], disabledMcpjsonServers: ['b'] };
  const answers = { permissions, ...servers, enableAllProjectMcpServers: true };
  expect(shown(localPrograms(answers))).toEqual([]);
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: './a.sh' }] }] };
  const mode = { ...permissions, defaultMode: 'bypassPermissions' };
  const others = { hooks, permissions: mode, apiKeyHelper: './key.sh', env: { PATH: '/x' } };
  expect(shown(localPrograms({ ...answers, ...others }))).toEqual([
    { kind: 'rule', name: 'defaultMode', text: 'bypassPermissions' },
    { kind: 'hook', name: 'Stop', text: './a.sh' },
    { kind: 'setting', name: 'apiKeyHelper', text: './key.sh' },
    { kind: 'setting', name: 'env.PATH', text: '/x' },
  ]);
  expect(shown(localPrograms({ permissions: ['odd'] }))).toEqual([
    { kind: 'setting', name: 'permissions', text: '["odd"]' },
  ]);
});

it('lists scheduled tasks, whenever they were run last', () => {
  const task = { cron: '* * * * *', prompt: 'Go on.' };
  const found = taskPrograms({ tasks: [{ ...task, lastFiredAt: 1 }, 'odd'] });
  expect(found).toEqual([
    { kind: 'command', name: task.cron, text: task.prompt, raw: task },
    { kind: 'command', name: '', text: 'odd' },
  ]);
});

it('lists servers with their command line, address and variables', () => {
  const mcpServers = {
    local: { command: 'sh', args: ['-c', 'run it'], env: { A: '1' } },
    remote: { type: 'http', url: 'https://a.example/mcp' },
    odd: 7,
  };
  expect(shown(serverPrograms({ mcpServers }))).toEqual([
    { kind: 'server', name: 'local', text: 'sh -c "run it" {"env":{"A":"1"}}' },
    { kind: 'server', name: 'remote', text: 'https://a.example/mcp' },
    { kind: 'server', name: 'odd', text: '7' },
  ]);
  expect(shown(serverPrograms({}))).toEqual([]);
  expect(shown(serverPrograms({ mcpServers: 'odd' }))).toEqual([
    { kind: 'server', name: '', text: 'odd' },
  ]);
});
