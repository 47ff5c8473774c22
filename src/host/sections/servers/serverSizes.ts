import { deepEqual } from '../../../base/json';
import type { AgentReports } from '../../../protocol/agentReports';

/**
 * Sizes of tools in the context. They are asked for beside the state, because the CLI may have to
 * ask the API for them.
 */
export class ServerSizes {
  private sizes: ReadonlyMap<string, number> = new Map();
  private isAsking = false;

  /** Tokens by the agent's name of the tool, as they were reported last. */
  get known(): ReadonlyMap<string, number> {
    return this.sizes;
  }

  /** Asks in the background. Calls `onChange` if a size has changed; never rejects. */
  async refresh(reports: AgentReports, onChange: () => void): Promise<void> {
    if (this.isAsking) {
      return;
    }
    this.isAsking = true;
    try {
      const { mcpTools = [] } = await reports.ask('get_context_usage', {});
      const sizes = mcpTools.flatMap(({ name, tokens }) =>
        name === undefined || tokens === undefined ? [] : [[name, tokens] as const],
      );
      if (!deepEqual(Object.fromEntries(sizes), Object.fromEntries(this.sizes))) {
        this.sizes = new Map(sizes);
        onChange();
      }
    } catch {
      // Old versions report no sizes, and the rows do without.
      this.sizes = new Map();
    } finally {
      this.isAsking = false;
    }
  }
}
