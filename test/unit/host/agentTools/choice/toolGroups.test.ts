import { expect, test } from 'vitest';
import { disabledAfter, toolsToChoose } from '../../../../../src/host/agentTools/choice/toolGroups';
import type { OfferedTool } from '../../../../../src/host/agentTools/tool/editorTools';
import { agentToolNames } from '../../../../../src/protocol/editorServer';

const offered = (name: string, group: OfferedTool['group'], isOn = true): OfferedTool => ({
  tool: { name, description: name, inputSchema: {}, run: async () => ({ content: [] }) },
  group,
  asksItself: false,
  isOn,
});

const tools = toolsToChoose({
  disabled: ['Bash', 'mcp__gone__x', 'mcp__tandem__run_task'],
  editor: [
    offered('references', 'readOnly'),
    offered('run_task', 'execution', false),
    offered('lm_echo', 'other', false),
  ],
  servers: [
    { name: 'tandem', status: 'connected', tools: ['references'] },
    { name: 'my library', status: 'connected', tools: ['find book'] },
    { name: 'slow', status: 'pending', tools: [] },
  ],
});

test('tools are listed by group, whoever provides them', () => {
  expect(tools.map(({ group, rule, isOn }) => `${group} ${rule} ${isOn}`)).toEqual([
    'readOnly Read true',
    'readOnly Glob true',
    'readOnly Grep true',
    'readOnly WebFetch true',
    'readOnly WebSearch true',
    'readOnly mcp__tandem__references true',
    'edit Edit true',
    'edit Write true',
    'edit NotebookEdit true',
    'execution Bash false',
    'execution mcp__tandem__run_task false',
    'mcp mcp__my_library__find_book true',
    'mcp mcp__slow true',
    'mcp mcp__gone__x false',
    'other Task true',
    'other Skill true',
    'other TodoWrite true',
    'other mcp__tandem__lm_echo false',
  ]);
});

test('unchecked tools are disabled; tools that were not shown keep their setting', () => {
  const picked = new Set(tools.map(({ rule }) => rule).filter(rule => rule !== 'Read'));
  expect(disabledAfter(['Bash', 'Elsewhere'], tools, picked)).toEqual(['Elsewhere', 'Read']);
  // A tool of an extension is off by default.
  const without = new Set([...picked].filter(rule => rule !== 'mcp__tandem__lm_echo'));
  expect(disabledAfter([], tools, without)).toEqual(['Read']);
});

test('a tool of a server whose name begins like the editor’s is that server’s, and can be switched off', () => {
  const rule = 'mcp__tandem__x__find_book';
  const servers = [{ name: 'tandem__x', status: 'connected', tools: ['find_book'] }] as const;
  const listed = toolsToChoose({ disabled: [rule], editor: [], servers });
  expect(listed.find(one => one.rule === rule)).toMatchObject({
    source: 'server',
    label: 'tandem__x: find_book',
    isOn: false,
  });
  const gone = toolsToChoose({ disabled: [rule], editor: [], servers: [] });
  expect(gone.map(one => one.rule)).toContain(rule);
  expect(agentToolNames([rule, 'mcp__tandem__references'])).toEqual([rule]);
});
