import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tickServers } from '../../../../../src/host/agentTools/choice/serverTools';
import { disabledAfter, toolsToChoose } from '../../../../../src/host/agentTools/choice/toolGroups';
import type { OfferedTool } from '../../../../../src/host/agentTools/tool/editorTools';
import { agentToolNames } from '../../../../../src/protocol/editorServer';

const offered = (name: string, group: OfferedTool['group'], isOn = true): OfferedTool => ({
  tool: { name, description: name, inputSchema: () => ({}), run: async () => ({ content: [] }) },
  group,
  asksItself: false,
  isOptional: name.startsWith('lm_') || name === 'apply_patch',
  isOn,
});

/** Some of those that Claude Code 2.1.329 reports. */
const reported = [
  ...['Task', 'AskUserQuestion', 'Edit', 'ExitPlanMode', 'Monitor', 'Read', 'TaskStop'],
  ...['TaskCreate', 'TaskUpdate', 'Workflow', 'Write', 'mcp__my_library__find_book'],
];
const tools = toolsToChoose({
  reported,
  disabled: ['Bash', 'mcp__gone__x', 'mcp__tandem__run_task', 'mcp__off'],
  editor: [
    offered('references', 'readOnly'),
    offered('run_task', 'execution', false),
    offered('lm_echo', 'other', false),
  ],
  servers: [
    { name: 'tandem', status: 'connected', tools: ['references'] },
    { name: 'my library', status: 'connected', tools: ['find book', 'lend'] },
    { name: 'off', status: 'connected', tools: ['a'] },
    { name: 'slow', status: 'pending', tools: [] },
  ],
});
const keys = tools.map(({ key }) => key);

test('tools are listed by group and by the names of the version, whoever provides them', () => {
  expect(tools.map(({ group, label, isOn }) => `${group} ${label} ${isOn}`)).toEqual([
    'readOnly Read true',
    'readOnly references true',
    'edit Edit true',
    'edit Write true',
    'execution Bash false',
    'execution Monitor true',
    'execution TaskStop true',
    'execution Workflow true',
    'execution run_task false',
    'mcp my library true',
    'mcp my library: find_book true',
    'mcp my library: lend true',
    'mcp off false',
    'mcp off: a false',
    'mcp slow true',
    'mcp gone false',
    'mcp gone: x false',
    'other Task true',
    'other To-do list true',
    'other echo false',
  ]);
});

test('unticked tools are disabled; tools that were not shown keep their setting', () => {
  const picked = new Set(keys.filter(key => key !== 'Read'));
  expect(disabledAfter(['Bash', 'Elsewhere'], tools, picked)).toEqual(['Elsewhere', 'Read']);
  // A tool of an extension is off by default.
  const without = new Set([...picked].filter(key => key !== 'mcp__tandem__lm_echo'));
  expect(disabledAfter([], tools, without)).toEqual(['Read']);
});

test('the to-do list is one entry for the tools of all versions', () => {
  const picked = new Set(keys.filter(key => key !== 'TodoWrite'));
  const disabled = disabledAfter([], tools, picked);
  expect(disabled).toEqual(['TodoWrite', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate']);
  const again = toolsToChoose({ reported: ['Read'], disabled, editor: [], servers: [] });
  expect(again.filter(({ isOn }) => !isOn).map(({ label }) => label)).toEqual(['To-do list']);
});

test('a server ticks all of its tools, and is ticked while all of them are', () => {
  const all = new Set(keys);
  const without = (...names: string[]) => new Set(keys.filter(key => !names.includes(key)));
  const [server, find, lend] = keys.filter(key => key.startsWith('mcp__my_library'));
  if (!server || !find || !lend) throw new Error('There is no library');
  expect(tickServers(all, without(server), tools)).toEqual(without(server, find, lend));
  expect(tickServers(without(server, find, lend), without(find, lend), tools)).toEqual(all);
  expect(tickServers(all, without(find), tools)).toEqual(without(server, find));
  expect(tickServers(without(server, find), without(server), tools)).toEqual(all);
});

test('a server without a ticked tool is switched off itself, else only its tools', () => {
  const off = disabledAfter([], tools, new Set(keys.filter(key => !/my_library/.test(key))));
  expect(off).toEqual(['mcp__my_library']);
  const some = keys.filter(key => !/my_library(?:__lend)?$/.test(key));
  expect(disabledAfter(off, tools, new Set(some))).toEqual(['mcp__my_library__lend']);
});

test('a tool of a server whose name begins like the editor’s is that server’s, and can be switched off', () => {
  const rule = 'mcp__tandem__x__find_book';
  const servers = [{ name: 'tandem__x', status: 'connected', tools: ['find_book'] }] as const;
  const listed = toolsToChoose({ reported, disabled: [rule], editor: [], servers });
  expect(listed.find(({ key }) => key === rule)).toMatchObject({
    source: 'server',
    label: 'tandem__x: find_book',
    isOn: false,
  });
  const gone = toolsToChoose({ reported, disabled: [rule], editor: [], servers: [] });
  expect(gone.map(({ key }) => key)).toContain(rule);
  expect(agentToolNames([rule, 'mcp__tandem__references'])).toEqual([rule]);
});

test('the groups fit the tools that the newest version reports', () => {
  const recorded = new URL(
    '../../../../support/fixtures/recorded/2.1.329/basic.jsonl',
    import.meta.url,
  );
  const [, list = ''] = /"tools":(\[[^\]]*\])/.exec(readFileSync(recorded, 'utf8')) ?? [];
  const names: string[] = JSON.parse(list);
  const rows = toolsToChoose({ reported: names, disabled: [], editor: [], servers: [] });
  const inGroup = (group: string) => rows.filter(row => row.group === group).map(row => row.label);
  expect(inGroup('readOnly')).toEqual([
    ...['Read', 'WebFetch', 'WebSearch', 'ToolSearch', 'ListAgents', 'CronList'],
  ]);
  expect(inGroup('edit')).toEqual(['Edit', 'Write', 'NotebookEdit']);
  expect(inGroup('execution')).toEqual([
    ...['Bash', 'Monitor', 'TaskStop', 'Workflow', 'CronCreate', 'CronDelete', 'ScheduleWakeup'],
    ...['EnterWorktree', 'ExitWorktree'],
  ]);
  expect(inGroup('other')).toEqual([
    ...['DesignSync', 'EnterPlanMode', 'ReportFindings', 'SendMessage', 'Skill', 'Task'],
    'To-do list',
  ]);
});

test('tools that are off by default are picked by name, and switched off by nothing', () => {
  const editor = [offered('apply_patch', 'edit', false), offered('memory_note', 'edit')];
  const parts = { reported: ['Edit'], disabled: [], editor, servers: [] };
  const shown = toolsToChoose(parts);
  expect(shown.map(({ group, label, isOn }) => `${group} ${label} ${isOn}`)).toEqual([
    ...['edit Edit true', 'edit apply_patch false', 'edit memory_note true'],
  ]);
  expect(disabledAfter([], shown, new Set())).toEqual(['Edit', 'mcp__tandem__memory_note']);
});
