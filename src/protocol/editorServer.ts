import type { ChannelId } from '../contract/ids';

/** Name under which agents know the MCP server of the editor's own tools. */
export const editorServer = 'tandem';

/** Returns the agent's name for a tool of this server, which is also its permission rule. */
export function ruleFor(tool: string): string {
  return `mcp__${editorServer}__${tool}`;
}

/** Checks whether a rule or tool name belongs to this server. */
export function isEditorRule(rule: string): boolean {
  return rule.startsWith(ruleFor(''));
}

/** Place where a conversation works. */
export interface ToolScope {
  /** Working folder of its agent; paths are shown relative to it. */
  readonly cwd: string;
  /** Absolute paths of further folders that its agent may work in. */
  readonly folders: readonly string[];
  readonly channelId: ChannelId;
}

/** Returns the agent's own tools that it must start without, sorted: their order has no meaning. */
export function agentToolNames(names: readonly string[]): readonly string[] {
  return names.filter(name => !isEditorRule(name)).sort();
}
