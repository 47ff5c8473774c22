import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { McpMessage } from '../../protocol/control';

/** An MCP server in this process for one process of the agent, reached over the control protocol. */
export interface InProcessMcpServer extends Disposable {
  /** Answers one JSON-RPC message; nothing for a notification. */
  handle(message: JsonObject, signal: AbortSignal): Promise<JsonObject | undefined>;
  /** The agent's process is gone: nobody waits for what runs. */
  dispose(): void;
}

/** The editor's tools for one agent process. */
export interface ProcessTools extends InProcessMcpServer {
  /** Permission rules for what needs no permission: `mcp__tandem__references`. */
  readonly allowed: readonly string[];
}

const methodNotFound = -32601;
const internalError = -32603;

/**
 * The body of the answer to `mcp_message`. There always is one: a server that stays silent holds up the
 * first turn for a minute.
 */
export async function answerMcpMessage(
  servers: ReadonlyMap<string, InProcessMcpServer>,
  { server_name: name, message }: McpMessage,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { id } = message;
  const fail = (code: number, words: string): JsonObject => ({
    mcp_response: { jsonrpc: '2.0', id: id ?? 0, error: { code, message: words } },
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
      ? // The CLI wants an answer to notifications, too.
        { mcp_response: { jsonrpc: '2.0', id: 0, result: {} } }
      : fail(methodNotFound, `"${message.method}" is not known.`);
  } catch (error) {
    return fail(internalError, messageOf(error));
  }
}
