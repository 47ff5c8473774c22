import type { ModeAfterPlan, PermissionMode } from '../../contract/content';
import type { ChannelId, SessionId } from '../../contract/ids';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { AgentLauncher } from '../../protocol/agentLauncher';
import type { EditTracking, OpenFiles } from './editEvents';
import type { MessageContext } from './messageContext';
import type { ProposalPresenter } from './permissionBroker';

/** Dependencies of a channel, so that tests can run it without an editor. */
export interface ChannelPorts {
  readonly agents: AgentLauncher;
  readonly edits: EditTracking;
  readonly openFiles: OpenFiles;
  readonly proposals: ProposalPresenter;
  readonly settings: ChannelSettings;
  /** Folders of the workspace, as absolute paths. */
  folders?(): readonly string[];
  /** Reads what messages of a conversation mention; absent: mentions stay plain text. */
  contextOf?(id: ChannelId): MessageContext;
  /**
   * Ensures that nothing else has the session open before an agent process takes it up.
   * @throws UserError `session.openElsewhere`
   */
  acquireLease?(id: SessionId): Promise<void>;
  /** Identifies a process beyond its pid, which another may reuse; undefined if it is gone. */
  identify(pid: number): Promise<ProcessIdentity | undefined>;
}

export interface ChannelSettings {
  readonly whileWorking: 'queue' | 'steer';
  readonly initialMode: PermissionMode;
  /** Mode to continue in after the user has approved a plan. Default: the one from before it. */
  readonly modeAfterPlan?: ModeAfterPlan;
  /** Tools switched off in new conversations, by the agent's names. */
  readonly disabledTools?: readonly string[];
}
