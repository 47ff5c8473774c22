import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { ConnectionId, IdePort } from '../editor/idePort';
import { type McpTool, type ToolResult, textResult } from '../mcp/tool';
import type { ClientPaths } from './clientPaths';
import type { OpenDiffs } from './openDiffs';

/** What a tool works with: the editor, and what is the client's own. */
export interface IdeContext {
  readonly connection: ConnectionId;
  readonly editor: IdePort;
  readonly paths: ClientPaths;
  readonly diffs: OpenDiffs;
  readonly clock: Clock;
  readonly log: Log;
}

/** A tool of one client. */
export type IdeTool = (context: IdeContext) => McpTool;

/** The CLI takes no other form of structured results. */
export function jsonResult(value: unknown): ToolResult {
  return textResult(JSON.stringify(value));
}
