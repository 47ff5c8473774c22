import type { ChannelId } from '../contract/ids';

/** The name under which agents know the MCP server that offers the editor's own tools. */
export const editorServer = 'tandem';

/** The agent's name for a tool of this server, which is also the permission rule that allows it. */
export function ruleFor(tool: string): string {
  return `mcp__${editorServer}__${tool}`;
}

/** Whether a rule or a tool's name is one of this server's. */
export function isEditorRule(rule: string): boolean {
  return rule.startsWith(ruleFor(''));
}

/** Where a conversation works. */
export interface ToolPlace {
  /** Where its agent works; paths are told relative to it. */
  readonly cwd: string;
  /** Further folders that its agent may work in. Absolute. */
  readonly folders: readonly string[];
  readonly channelId: ChannelId;
}

/** What the agent itself must be started without, in an order that says nothing. */
export function agentsOwn(names: readonly string[]): readonly string[] {
  return names.filter(name => !isEditorRule(name)).sort();
}
