import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Log } from '../base/log';
import type { MissingMode } from '../contract/choices';
import type { PermissionMode, Todo } from '../contract/content';
import type { AgentFacts } from '../protocol/agentFacts';
import type { ServerConfigs } from '../protocol/agentSource';
import type { LaunchAgent } from './agentFiles/launchAgents';
import type { PromptCommands } from './agentFiles/promptCommands';
import type { ControlSupport } from './control/controlSupport';
import type { InProcessMcpServer } from './control/mcpServers';
import type { FrameTrace } from './frames/frameTrace';
import type { LaunchSession } from './launch/argv';
import type { CliHelp } from './launch/cliHelp';
import type { LaunchSettings } from './launch/launchSettings';
import type { CliVersion } from './launch/version';
import type { FolderTakingOptions } from './permissions/folderTaking';

export interface CliAgentOptions extends FolderTakingOptions {
  /** Executable; `args` come before ours (the script of a version that runs on Node). */
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment, see `cliEnvironment`. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly version: CliVersion;
  /** Present if Tandem was not tested with this version. */
  readonly help?: CliHelp | undefined;
  readonly support: ControlSupport;
  readonly session: LaunchSession;
  readonly isTemporary?: boolean | undefined;
  readonly settings: LaunchSettings;
  /** Warnings for the user, shown once the process is up. */
  readonly notices?: readonly string[];
  /** See `mayBypassPermissions`. */
  readonly mayBypass: boolean;
  /** Modes that the settings of an organization or of the user rule out. */
  readonly forbiddenModes?: ReadonlySet<PermissionMode>;
  /** Modes that do not work here, with the reason for the user. */
  readonly missingModes?: readonly MissingMode[];
  readonly scratchFolder: string;
  /** True if the agent does not see the files of this machine, see `LocatedCli`. */
  readonly isElsewhere?: boolean;
  /** Notes rules that the CLI is about to save in shared settings of the folder. */
  readonly keepRules?: ((rules: readonly string[]) => Promise<void>) | undefined;
  /** Called before each message is sent. */
  readonly onSending?: () => void;
  /** Ends with the process. */
  readonly lease?: Disposable | undefined;
  /** Cost of the conversation's earlier processes in US dollars. */
  readonly costBase?: number;
  /** Part of it that the CLI has stored with the session, see `storedCost`. */
  readonly costStored?: number;
  /** Returns the to-dos that the session has so far. */
  readonly todosBefore?: () => readonly Todo[];
  /** In-process servers, which are disposed with the process. */
  readonly mcpServers?: ReadonlyMap<string, InProcessMcpServer>;
  /** Additional servers, set once the process is up; only if its version has `mcp_set_servers`. */
  readonly servers?: ServerConfigs;
  /** Agents of files that the CLI does not read by itself, by name. */
  readonly agents?: Readonly<Record<string, LaunchAgent>>;
  /** Prompt files, offered like commands; ends with the process. */
  readonly prompts?: PromptCommands;
  readonly platform?: NodeJS.Platform;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Records the shape of each frame. */
  readonly trace?: FrameTrace;
  /** Called once, when the process has reported what it offers. */
  readonly onKnown?: ((facts: AgentFacts) => void) | undefined;
}
