import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { ConnectionId, IdePort } from '../editor/idePort';
import { type McpTool, type ToolResult, textResult } from '../mcp/tool';
import type { ClientPaths } from './clientPaths';
import type { OpenDiffs } from './openDiffs';

/** Context of a tool: the editor, and the client's own state. */
export interface IdeContext {
  readonly connection: ConnectionId;
  readonly editor: IdePort;
  readonly paths: ClientPaths;
  readonly diffs: OpenDiffs;
  readonly clock: Clock;
  readonly log: Log;
}

/** Factory of a tool for one client. */
export type IdeTool = (context: IdeContext) => McpTool;

/** Returns a value as JSON text: the CLI takes no other form of structured results. */
export function jsonResult(value: unknown): ToolResult {
  return textResult(JSON.stringify(value));
}
