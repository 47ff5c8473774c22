import type { ChannelId } from '../contract/ids';

/** Name under which agents know the MCP server of the editor's own tools. */
export const editorServer = 'tandem';

/** Returns the agent's name for a tool of this server, which is also its permission rule. */
export function ruleFor(tool: string): string {
  return `mcp__${editorServer}__${tool}`;
}

/** Server and tool of an agent's tool name. */
export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

const foreignName = new RegExp(`^mcp__(${editorServer}_.*)__(.+)$`);

/** Longest name that is split, in characters; those of real tools have at most 64. */
const longestName = 1_000;

/**
 * Splits `mcp__<server>__<tool>`. Server names may hold single underscores. Names of our tools hold
 * no double ones, so `mcp__tandem__x__y` belongs to a server `tandem__x`, and not to the editor.
 */
export function splitToolName(name: string): ServerTool | undefined {
  if (name.length > longestName) {
    return undefined;
  }
  const [, server, tool] = foreignName.exec(name) ?? /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return server === undefined || tool === undefined ? undefined : { server, tool };
}

/** Checks whether a rule or tool name belongs to this server. */
export function isEditorRule(rule: string): boolean {
  return splitToolName(rule)?.server === editorServer;
}

/** Checks whether an agent could mistake a server's tools for those of this server. */
export function isReservedName(server: string): boolean {
  return `${spelledName(server)}__`.startsWith(`${editorServer}__`);
}

/** Converts a name to the form that the agent uses in tool names. */
export function spelledName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
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
