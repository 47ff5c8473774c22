import type { JsonObject } from '../../../../src/base/json';
import type { ToolUse } from './answer';
import type { Session } from './session';
import { ToolFailure, type ToolOutcome } from './tools/tool';

/** Names of the tools of the host's own servers, as the model calls them. */
export class McpServers {
  readonly tools: string[] = [];
  private readonly names: string[] = [];

  /** Shakes hands with the servers that live in the host. */
  async connect(session: Session, names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.names.push(name);
      await ask(session, name, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'claude-code', version: session.recorded.version },
      });
      await tell(session, name, 'notifications/initialized');
      const { tools } = await ask(session, name, 'tools/list', {});
      for (const tool of (tools ?? []) as JsonObject[]) {
        this.tools.push(`mcp__${name}__${tool.name}`);
      }
    }
  }

  get status(): JsonObject[] {
    return this.names.map(name => {
      const prefix = `mcp__${name}__`;
      const own = this.tools.filter(tool => tool.startsWith(prefix));
      const tools = own.map(tool => ({ name: tool.slice(prefix.length), annotations: {} }));
      return { name, status: 'connected', scope: 'dynamic', source: 'sdk', tools };
    });
  }
}

/** @throws ToolFailure with what the server says went wrong */
export async function callMcpTool(
  { name, input, id }: ToolUse,
  session: Session,
): Promise<ToolOutcome> {
  const [, server = '', tool = ''] = name.split('__');
  const _meta = { 'claudecode/toolUseId': id };
  const params = { name: tool, arguments: input, _meta };
  const { content, isError } = await ask(session, server, 'tools/call', params);
  if (isError === true) {
    throw new ToolFailure(JSON.stringify(content));
  }
  return { content, result: content };
}

let lastId = 0;
const never = new AbortController().signal;

async function ask(
  { wire }: Session,
  server_name: string,
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  lastId += 1;
  const message = { jsonrpc: '2.0', id: lastId, method, params };
  const reply = await wire.request({ subtype: 'mcp_message', server_name, message }, never);
  const { result } = reply.mcp_response as JsonObject;
  return (result ?? {}) as JsonObject;
}

async function tell({ wire }: Session, server_name: string, method: string): Promise<void> {
  const message = { jsonrpc: '2.0', method };
  await wire.request({ subtype: 'mcp_message', server_name, message }, never);
}
