import type { Clock } from '../../../base/clock';
import type { Log } from '../../../base/log';
import type { ServerCommand } from '../../../cli/servers/serverCommand';
import type { ServerFiles } from '../../../cli/servers/serverFiles';
import type { FoundServers } from '../../agentTools/servers/workspaceServers';
import type { SignIns } from './signIns';

/** Files, programs and conversations that the section of MCP servers reads and changes. */
export interface ServersPorts {
  /** Reads the CLI's own files. */
  files(cwd: string | undefined): Promise<ServerFiles>;
  /** Servers of `.vscode/mcp.json`. */
  readonly editor: {
    readonly isOffering: boolean;
    list(): Promise<FoundServers>;
  };
  readonly command: Pick<ServerCommand, 'add' | 'remove'>;
  readonly signIns: SignIns;
  /** Opens the newest log of a server; returns false if there is none. */
  openLog(server: string, cwd: string): Promise<boolean>;
  openLink(url: string): Promise<void>;
  /** Makes conversations start a new agent with their next message: those of a folder, or all. */
  restartAgents(cwd: string | undefined): void;
  readonly clock: Clock;
  readonly log: Log;
}
