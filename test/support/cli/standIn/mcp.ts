import type { JsonObject } from '../../../../src/base/json';
import type { Session } from './session';

/** The host's MCP servers, whose tools are listed but never called. */
export class McpServers {
  private readonly offered = new Map<string, readonly string[]>();

  get status(): JsonObject[] {
    return [...this.offered].map(([name, names]) => {
      const tools = names.map(tool => ({ name: tool, annotations: {} }));
      return { name, status: 'connected', scope: 'dynamic', source: 'sdk', tools };
    });
  }

  /** Initializes these servers. */
  async connect(session: Session, names: readonly string[]): Promise<void> {
    for (const name of names) {
      await send(session, name, {
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'claude-code', version: session.recorded.version },
        },
      });
      await send(session, name, { method: 'notifications/initialized' });
      await this.list(session, name);
    }
  }

  /** Requests a server's current tools. */
  async list(session: Session, name: string): Promise<void> {
    const { result } = await send(session, name, { id: 1, method: 'tools/list', params: {} });
    const { tools = [] } = (result ?? {}) as { tools?: readonly JsonObject[] };
    this.offered.set(
      name,
      tools.map(tool => String(tool.name)),
    );
  }
}

const never = new AbortController().signal;

async function send(
  { wire }: Session,
  server_name: string,
  message: JsonObject,
): Promise<JsonObject> {
  const request = { subtype: 'mcp_message', server_name, message: { jsonrpc: '2.0', ...message } };
  const { mcp_response } = await wire.request(request, never);
  return mcp_response as JsonObject;
}
