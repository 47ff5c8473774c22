import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { raceTimeout } from '../../node/raceTimeout';
import type { AgentServer, AgentServers, ServerConfigs } from '../../protocol/agentSource';
import type { McpMessage } from '../../protocol/control';
import type { ControlClient } from './controlClient';

/** Milliseconds; versions that ask for the tool list at all do so at once. */
const timeToAsk = 1_000;

/** Manages the MCP servers of a running CLI process and reads their status. */
export class CliServers implements AgentServers {
  private readonly asked = new Emitter<string>();

  constructor(
    private readonly client: ControlClient,
    /** Names of the servers in this process. */
    private readonly inProcess: readonly string[],
    private readonly clock: Clock,
  ) {}

  /** Handles a message from the CLI to a server in this process. */
  heard({ server_name: name, message }: McpMessage): void {
    if (message.method === 'tools/list') {
      this.asked.fire(name);
    }
  }

  async toolsChanged(): Promise<boolean> {
    const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    const open = new Set(this.inProcess);
    const all = new Deferred<true>();
    const listening = this.asked.event(name => {
      open.delete(name);
      if (open.size === 0) {
        all.resolve(true);
      }
    });
    try {
      for (const name of this.inProcess) {
        await this.client.request('mcp_message', { server_name: name, message });
      }
      return open.size === 0 || (await raceTimeout(all.promise, timeToAsk, this.clock)) === true;
    } catch (error) {
      if (error instanceof UserError && error.code === 'cli.unsupported') {
        return false;
      }
      throw error;
    } finally {
      listening.dispose();
    }
  }

  async set(servers: ServerConfigs): Promise<ReadonlyMap<string, string>> {
    // The request removes every server it does not name, including those in this process.
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
