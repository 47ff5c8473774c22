import type { JsonObject } from '../base/json';
import type { AgentServer, AgentServers, ServerConfigs } from '../protocol/agentSource';
import type { ControlClient } from './controlClient';

/** The MCP servers of one CLI process: those that it is told of while it runs, and their state. */
export class CliServers implements AgentServers {
  constructor(
    private readonly client: ControlClient,
    /** Names of the servers in this process. */
    private readonly inProcess: readonly string[],
  ) {}

  async toolsChanged(): Promise<void> {
    const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    for (const name of this.inProcess) {
      await this.client.request('mcp_message', { server_name: name, message });
    }
  }

  async set(servers: ServerConfigs): Promise<ReadonlyMap<string, string>> {
    // What is not named again is taken away: those in this process are among them.
    const own = this.inProcess.map(name => [name, { type: 'sdk', name }] as const);
    const { errors = {} } = await this.client.request('mcp_set_servers', {
      servers: { ...servers, ...Object.fromEntries(own) },
    });
    return new Map(Object.entries(errors).map(([name, error]) => [name, String(error)]));
  }

  async list(): Promise<readonly AgentServer[]> {
    const { mcpServers = [] } = await this.client.request('mcp_status', {});
    return mcpServers.map(({ name, status, error, tools = [] }) => ({
      name,
      status: status ?? 'unknown',
      ...(error ? { error } : {}),
      tools: tools.flatMap((tool: JsonObject) =>
        typeof tool.name === 'string' ? [tool.name] : [],
      ),
    }));
  }
}
