import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { McpMessage } from '../../protocol/control';

/** MCP server in this process for one agent process, reached over the control protocol. */
export interface InProcessMcpServer extends Disposable {
  /** Answers one JSON-RPC message; returns undefined for a notification. */
  handle(message: JsonObject, signal: AbortSignal): Promise<JsonObject | undefined>;
  /**
   * Returns why a call of a tool cannot run, in words for the agent. Changes nothing.
   * @param tool name without the server's
   */
  refusal?(tool: string, input: JsonObject): Promise<string | undefined>;
  /** Called when the agent's process is gone: no caller waits for running requests. */
  dispose(): void;
}

/** Editor tools for one agent process. */
export interface ProcessTools extends InProcessMcpServer {
  /** Permission rules for tools that need no permission, such as `mcp__tandem__references`. */
  readonly allowed: readonly string[];
}

const methodNotFound = -32601;
const internalError = -32603;

/**
 * Returns the body of the answer to `mcp_message`. Every message gets one: a silent server delays
 * the first turn by a minute.
 */
export async function answerMcpMessage(
  servers: ReadonlyMap<string, InProcessMcpServer>,
  { server_name: name, message }: McpMessage,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { id } = message;
  const fail = (code: number, description: string): JsonObject => ({
    mcp_response: { jsonrpc: '2.0', id: id ?? 0, error: { code, message: description } },
  });
  const server = servers.get(name);
  const isNotification = id === undefined || id === null;
  if (!server && !isNotification) {
    return fail(methodNotFound, `There is no server "${name}" here.`);
  }
  try {
    const answer = await server?.handle(message, signal);
    if (answer && !isNotification) {
      return { mcp_response: answer };
    }
    return isNotification
      ? // The CLI also expects an answer to notifications.
        { mcp_response: { jsonrpc: '2.0', id: 0, result: {} } }
      : fail(methodNotFound, `"${message.method}" is not known.`);
  } catch (error) {
    return fail(internalError, messageOf(error));
  }
}
