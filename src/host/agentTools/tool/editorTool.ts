import type { Clock } from '../../../base/clock';
import type { Log } from '../../../base/log';
import type { ReadRules } from '../../../cli/permissions/readRules';
import type { ToolScope } from '../../../protocol/editorServer';
import type { McpTool } from '../../../terminalServer/mcp/tool';

/** Conversation that a tool works for. */
export interface ToolContext extends ToolScope {
  /** Returns the user's rules on reading for agents in `cwds` that were given `others` as well. */
  readonly readRules: (cwds: readonly string[], others: readonly string[]) => ReadRules;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * `readOnly` tools change nothing, run nothing, and report only on files that agents may read. Those of
 * `edit` change one file, which the user has seen as a diff.
 */
export type ToolGroup = 'readOnly' | 'edit' | 'execution' | 'other';

/**
 * `meta` of a tool whose schema the model has from the start. Newer CLI versions otherwise load the
 * schemas of MCP servers only when the model searches for them.
 */
export const alwaysLoaded = { 'anthropic/alwaysLoad': true };

/** Editor tool that a conversation can have. */
export interface EditorTool {
  readonly group: ToolGroup;
  /** Whether the tool itself asks the user, so that no permission prompt comes first. */
  readonly asksItself?: boolean;
  /** Whether only conversations have it whose user has picked it. */
  readonly isOptional?: boolean;
  make(context: ToolContext): McpTool;
}
