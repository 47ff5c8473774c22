import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { LaunchSession } from '../../protocol/agentLauncher';
import type { AcpClient, AcpCommand } from '../ports';
import type { SessionStore } from '../sessions/sessionStore';

export interface AcpAgentOptions {
  /** Command with the full path of its program. */
  readonly command: AcpCommand;
  /** Environment of the process, without the command's own variables. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly addDirs: readonly string[];
  readonly session: LaunchSession;
  /** Cost of the conversation's earlier processes, in US dollars. */
  readonly costBefore: number;
  readonly client: AcpClient;
  readonly store: SessionStore;
  /** Tandem's own version. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}
