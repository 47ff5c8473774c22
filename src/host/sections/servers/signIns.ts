import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { AgentReports } from '../../../protocol/agentReports';

/** Milliseconds between two looks, and until nobody is expected to come back from the browser. */
const interval = 2_000;
const longest = 300_000;

/**
 * Looks for the end of sign-ins in the browser. The looks also keep the process alive that was
 * started for the tab: it waits for the browser's answer.
 */
export class SignIns implements Disposable {
  private readonly begun = new Map<string, Disposable>();
  private isDisposed = false;

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Names of the servers. */
  get names(): ReadonlySet<string> {
    return new Set(this.begun.keys());
  }

  /** @param onEnd is called once the server is connected, or nothing more is expected */
  follow(name: string, reports: () => Promise<AgentReports>, onEnd: () => void): void {
    this.forget(name);
    const end = this.clock.now() + longest;
    const look = async () => {
      const isDone = await this.isConnected(name, reports);
      if (!this.begun.has(name) || this.isDisposed) {
        return;
      }
      if (isDone || this.clock.now() >= end) {
        this.forget(name);
        onEnd();
      } else {
        this.begun.set(
          name,
          this.clock.setTimeout(() => void look(), interval),
        );
      }
    };
    this.begun.set(
      name,
      this.clock.setTimeout(() => void look(), interval),
    );
  }

  forget(name: string): void {
    this.begun.get(name)?.dispose();
    this.begun.delete(name);
  }

  dispose(): void {
    this.isDisposed = true;
    for (const name of this.names) {
      this.forget(name);
    }
  }

  private async isConnected(name: string, reports: () => Promise<AgentReports>): Promise<boolean> {
    try {
      const cli = await reports();
      // The CLI takes the sign-in, but does not connect by itself.
      await cli.ask('mcp_reconnect', { serverName: name });
      const { mcpServers = [] } = await cli.ask('mcp_status', {});
      return mcpServers.some(one => one.name === name && one.status === 'connected');
    } catch (error) {
      this.log.debug('The state of a sign-in is not known', { error: messageOf(error) });
      return false;
    }
  }
}
