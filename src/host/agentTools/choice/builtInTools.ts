import { todoListLabel, todoTools } from '../../../contract/labels/toolNames';
import type { ChoiceGroup, ChoiceTool } from './choiceTool';

/** Tools with which the agent talks to the user: they stay on. */
const alwaysOn: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode']);

/** Groups of the tools that are known; all others are "other". */
const groups: { readonly [G in Exclude<ChoiceGroup, 'mcp' | 'other'>]: readonly string[] } = {
  readOnly: [
    ...['Read', 'Glob', 'Grep', 'LS', 'WebFetch', 'WebSearch', 'LSP'],
    ...['ListMcpResourcesTool', 'ReadMcpResourceTool', 'ToolSearch', 'ListAgents', 'CronList'],
  ],
  edit: ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'],
  execution: [
    ...['Bash', 'BashOutput', 'KillShell', 'PowerShell', 'Monitor', 'TaskOutput', 'TaskStop'],
    ...['Workflow', 'REPL', 'CronCreate', 'CronDelete', 'ScheduleWakeup'],
    ...['EnterWorktree', 'ExitWorktree'],
  ],
};

/** Tools of versions that have not reported theirs yet: those of today's versions. */
export const usualTools: readonly string[] = [
  ...['Read', 'WebFetch', 'WebSearch', 'Edit', 'Write', 'NotebookEdit'],
  ...['Bash', 'Task', 'Skill', 'TodoWrite'],
];

/**
 * Lists the agent's own tools by the names that its version has.
 * @param names as reported, with those of MCP servers
 * @param disabled rules that are switched off; a process does not report their tools
 */
export function builtInTools(
  names: readonly string[],
  disabled: readonly string[],
): readonly ChoiceTool[] {
  const all = [...new Set([...names, ...disabled])].filter(
    name => !name.startsWith('mcp__') && !alwaysOn.has(name),
  );
  const rows = all
    .filter(name => !todoTools.includes(name))
    .map((name): ChoiceTool => {
      const isOn = !disabled.includes(name);
      return { group: groupOf(name), key: name, rules: [name], label: name, source: 'agent', isOn };
    })
    .sort((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en'));
  return all.some(name => todoTools.includes(name)) ? [...rows, todoRow(disabled)] : rows;
}

function todoRow(disabled: readonly string[]): ChoiceTool {
  return {
    group: 'other',
    key: 'TodoWrite',
    rules: todoTools,
    label: todoListLabel(),
    source: 'agent',
    detail: todoTools.join(', '),
    isOn: !todoTools.some(name => disabled.includes(name)),
  };
}

function groupOf(name: string): ChoiceGroup {
  if (groups.readOnly.includes(name)) return 'readOnly';
  if (groups.edit.includes(name)) return 'edit';
  return groups.execution.includes(name) ? 'execution' : 'other';
}

/** Known tools come in the order of the lists above. */
function rank({ group, label }: ChoiceTool): number {
  const known = group === 'mcp' || group === 'other' ? -1 : groups[group].indexOf(label);
  return known === -1 ? Number.MAX_SAFE_INTEGER : known;
}
