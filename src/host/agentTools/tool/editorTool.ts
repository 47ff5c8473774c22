import type { Clock } from '../../../base/clock';
import type { Log } from '../../../base/log';
import type { ToolPlace } from '../../../protocol/editorServer';
import type { McpTool } from '../../../terminalServer/mcp/tool';

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
  /** It is a question to the user: none is asked before it. */
  readonly asksItself?: boolean;
  make(context: ToolContext): McpTool;
}

export interface ToolEntry {
  readonly tool: EditorTool;
  /** Whether a new conversation has it. */
  readonly isOn: boolean;
}
