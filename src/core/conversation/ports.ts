import type { Effort, ModeAfterPlan, PermissionMode } from '../../contract/content';
import type { ChannelId, SessionId } from '../../contract/ids';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { AgentFacts } from '../../protocol/agentFacts';
import type { AgentLauncher } from '../../protocol/agentLauncher';
import type { EditTracking, OpenFiles } from './editEvents';
import type { MessageContext } from './messageContext';
import type { ProposalPresenter } from './permissionBroker';
import type { ShellRunner } from './shellRunner';

/** Dependencies of a channel, so that tests can run it without an editor. */
export interface ChannelPorts {
  readonly agents: AgentLauncher;
  readonly edits: EditTracking;
  readonly openFiles: OpenFiles;
  readonly proposals: ProposalPresenter;
  readonly settings: ChannelSettings;
  /** Absent: nothing is known of an agent before it has started. */
  readonly known?: KnownAgent;
  /** Folders of the workspace, as absolute paths. */
  folders?(): readonly string[];
  /** Reads what messages of a conversation mention; absent: mentions stay plain text. */
  contextOf?(id: ChannelId): MessageContext;
  /** Runs lines that the user types with `!`; absent: there is no shell. */
  readonly shell?: ShellRunner;
  /**
   * Opens a web page that the user has agreed to.
   * @returns false if the editor did not open it
   */
  openPage?(url: string): Promise<boolean>;
  /**
   * Ensures that nothing else has the session open before an agent process takes it up.
   * @throws UserError `session.openElsewhere`
   */
  acquireLease?(id: SessionId): Promise<void>;
  /** Whether an agent may be started without the user's doing; default: yes. */
  mayStart?(): boolean;
  /** Identifies a process beyond its pid, which another may reuse; undefined if it is gone. */
  identify(pid: number): Promise<ProcessIdentity | undefined>;
}

export interface ChannelSettings {
  readonly whileWorking: 'queue' | 'steer';
  readonly initialMode: PermissionMode;
  /** Mode to continue in after the user has approved a plan. Default: the one from before it. */
  readonly modeAfterPlan?: ModeAfterPlan;
  /** Model of the settings; '' and null leave it to the agent. */
  readonly model?: string | null;
  /** Effort of the settings; null leaves it to the agent. */
  readonly effort?: Effort | null;
  /** Efforts by model that the user has picked in any conversation, unless the settings name one. */
  readonly rememberedEfforts?: Readonly<Record<string, Effort>>;
  /** Keeps an effort for other conversations; null forgets it. */
  rememberEffort?(model: string, effort: Effort | null): void;
  /** Tools switched off in new conversations, by the agent's names. */
  readonly disabledTools?: readonly string[];
}

/** Facts that are remembered across windows (ADR 23). */
export interface KnownAgent {
  /** Returns what an agent has reported last in the folder, under the present settings. Never throws. */
  of(cwd: string): AgentFacts | undefined;
}
