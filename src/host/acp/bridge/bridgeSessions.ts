import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../../base/disposable';
import type { InProcessMcpServer } from '../../../cli/control/mcpServers';

/** Clients of one conversation that are remembered; the one that is unused for longest goes first. */
const mostSessions = 16;

/** Makes a server for one client; undefined if the user has turned the tools off. */
export type ConnectTools = () => InProcessMcpServer | undefined;

/** MCP sessions of one conversation. Each client has its own, as their request ids overlap. */
export class BridgeSessions implements Disposable {
  private readonly sessions = new Map<string, InProcessMcpServer>();
  private isDisposed = false;

  constructor(private readonly connect: ConnectTools) {}

  /** @returns undefined if there are no tools to offer */
  open(): { readonly id: string; readonly server: InProcessMcpServer } | undefined {
    const server = this.isDisposed ? undefined : this.connect();
    if (!server) {
      return undefined;
    }
    const id = randomUUID();
    this.sessions.set(id, server);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > mostSessions && oldest !== undefined) {
      this.end(oldest);
    }
    return { id, server };
  }

  find(id: string): InProcessMcpServer | undefined {
    const server = this.sessions.get(id);
    if (server) {
      this.sessions.delete(id);
      this.sessions.set(id, server);
    }
    return server;
  }

  /** @returns whether there was such a session */
  end(id: string): boolean {
    this.sessions.get(id)?.dispose();
    return this.sessions.delete(id);
  }

  dispose(): void {
    this.isDisposed = true;
    for (const id of [...this.sessions.keys()]) {
      this.end(id);
    }
  }
}
