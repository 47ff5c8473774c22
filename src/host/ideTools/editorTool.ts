import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import type { McpTool } from '../../ide/mcp/tool';

/** Where a conversation works. */
export interface ToolPlace {
  /** Where its agent works; paths are told relative to it. */
  readonly cwd: string;
  /** Further folders that its agent may work in. Absolute. */
  readonly folders: readonly string[];
  readonly channelId: ChannelId;
}

/** The conversation that a tool works for. */
export interface ToolContext extends ToolPlace {
  readonly clock: Clock;
  readonly log: Log;
}

/** `readOnly` ones change nothing and run nothing. */
export type ToolGroup = 'readOnly' | 'execution' | 'other';

/**
 * `meta` of a tool whose schema the model has from the start: newer versions of the CLI load those of
 * servers only when the model looks for them.
 */
export const alwaysLoaded = { 'anthropic/alwaysLoad': true };

/** A tool of the editor's that a conversation can have. */
export interface EditorTool {
  readonly group: ToolGroup;
  /** It is a question to the person: none is asked before it. */
  readonly asksItself?: boolean;
  make(context: ToolContext): McpTool;
}
