import type { AgentServer } from '../../../protocol/agentSource';
import {
  editorServer,
  isEditorRule,
  ruleFor,
  spelledName,
  splitToolName,
} from '../../../protocol/editorServer';
import { lmPrefix } from '../run/lmToolNames';
import type { OfferedTool } from '../tool/editorTools';

const choiceGroups = ['readOnly', 'edit', 'execution', 'mcp', 'other'] as const;
export type ChoiceGroup = (typeof choiceGroups)[number];

/** Tool that can be switched on and off in a conversation. */
export interface ChoiceTool {
  readonly group: ChoiceGroup;
  /** Name in the agent's permission rules. */
  readonly rule: string;
  readonly label: string;
  readonly source: 'agent' | 'editor' | 'extension' | 'server';
  readonly detail?: string;
  readonly isOn: boolean;
}

/** The agent's built-in tools, except those it needs to talk to the user: they stay on. */
const agentTools: { readonly [G in ChoiceGroup]: readonly string[] } = {
  readOnly: ['Read', 'Glob', 'Grep', 'WebFetch', 'WebSearch'],
  edit: ['Edit', 'Write', 'NotebookEdit'],
  execution: ['Bash'],
  mcp: [],
  other: ['Task', 'Skill', 'TodoWrite'],
};

export interface ChoiceParts {
  /** Rules of tools that are switched off. */
  readonly disabled: readonly string[];
  readonly editor: readonly OfferedTool[];
  /** The agent's MCP servers; empty when the agent is not running. */
  readonly servers: readonly AgentServer[];
}

/** Lists all tools of a conversation, in the order of their groups. */
export function toolsToChoose({ disabled, editor, servers }: ChoiceParts): readonly ChoiceTool[] {
  const isOn = (rule: string) => !disabled.includes(rule);
  const own = choiceGroups.flatMap(group =>
    agentTools[group].map((name): ChoiceTool => {
      return { group, rule: name, label: name, source: 'agent', isOn: isOn(name) };
    }),
  );
  const offered = editor.map(({ tool, group, isOn }): ChoiceTool => {
    const isLm = tool.name.startsWith(lmPrefix);
    const rule = ruleFor(tool.name);
    return {
      group,
      rule,
      label: isLm ? tool.name.slice(lmPrefix.length) : tool.name,
      source: isLm ? 'extension' : 'editor',
      detail: tool.description,
      isOn,
    };
  });
  const mcp = mcpRules(servers, disabled).map((rule): ChoiceTool => {
    const parts = splitToolName(rule);
    const label = parts ? `${parts.server}: ${parts.tool}` : rule.slice('mcp__'.length);
    return { group: 'mcp', rule, label, source: 'server', isOn: isOn(rule) };
  });
  const all = [...own, ...offered, ...mcp];
  return choiceGroups.flatMap(group => all.filter(tool => tool.group === group));
}

/**
 * Returns the rules to switch off after a pick; rules that were not shown stay as they were.
 * @param shown tools in the picker
 * @param picked rules of the ticked tools
 */
export function disabledAfter(
  before: readonly string[],
  shown: readonly ChoiceTool[],
  picked: ReadonlySet<string>,
): readonly string[] {
  const isShown = new Set(shown.map(({ rule }) => rule));
  const kept = before.filter(rule => !isShown.has(rule));
  const off = shown.filter(({ rule, source }) => source !== 'extension' && !picked.has(rule));
  return [...kept, ...off.map(({ rule }) => rule)];
}

/**
 * Returns a rule per tool where the agent lists a server's tools, else one for the server. Adds
 * rules that were switched off.
 */
function mcpRules(servers: readonly AgentServer[], disabled: readonly string[]): readonly string[] {
  const rules = servers
    .filter(({ name }) => name !== editorServer)
    .flatMap(({ name, tools }) => {
      const server = `mcp__${spelledName(name)}`;
      return tools.length > 0 ? tools.map(tool => `${server}__${spelledName(tool)}`) : [server];
    });
  const others = disabled.filter(
    rule => rule.startsWith('mcp__') && !isEditorRule(rule) && !rules.includes(rule),
  );
  return [...new Set([...rules, ...others])];
}
