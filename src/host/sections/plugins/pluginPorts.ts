import type { PluginCommand } from '../../../cli/plugins/pluginCommand';

/** Parts of the host that the section uses. */
export interface PluginPorts {
  readonly command: Pick<PluginCommand, 'list' | 'change'>;
  /** Shows that something is being done, for as long as it takes; the user may cancel it. */
  progress<T>(title: string, task: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Restarts agents of a folder with their next message; without one, all agents. */
  restartAgents(cwd: string | undefined): void;
}
