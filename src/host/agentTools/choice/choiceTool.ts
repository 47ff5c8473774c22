export const choiceGroups = ['readOnly', 'edit', 'execution', 'mcp', 'other'] as const;
export type ChoiceGroup = (typeof choiceGroups)[number];

/** Row of the picker: a tool, tools that go together, or an MCP server. */
export interface ChoiceTool {
  readonly group: ChoiceGroup;
  /** Identifies the row; the first of its rules. */
  readonly key: string;
  /** Names in the agent's permission rules. */
  readonly rules: readonly string[];
  readonly label: string;
  readonly source: 'agent' | 'editor' | 'extension' | 'server';
  readonly detail?: string;
  readonly isOn: boolean;
  /** True for a tool that is off unless the user ticks it. */
  readonly isOptional?: boolean;
  /** Key of the MCP server that the tool belongs to. */
  readonly server?: string;
  /** True for the row of an MCP server, which stands for all of its tools. */
  readonly isServer?: true;
}
