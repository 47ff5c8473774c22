export type AgentPhase =
  | 'idle'
  | 'starting'
  | 'working'
  | 'waiting'
  | 'stopping'
  | 'stopped'
  | 'lost';

/** Whether a turn runs in this phase, so that a to-do can be in progress. */
export function runsTurn(phase: AgentPhase | undefined): boolean {
  return phase === 'working' || phase === 'waiting' || phase === 'stopping';
}

export interface AgentState {
  readonly phase: AgentPhase;
  /** Reason for the phase, as text: what the agent waits for or why it ended. */
  readonly detail?: string;
  /** Longer text for an expander: the end of stderr. */
  readonly stderr?: string;
  /** Actions that the user can take on `stopped` and `lost`. */
  readonly actions?: readonly AgentAction[];
  /** True if a changed setting needs a new process, which starts before the next message. */
  readonly restartsBeforeNext?: boolean;
}

/** Actions on the conversation itself. */
export type ChannelAction = 'resume' | 'restart' | 'takeOver' | 'takeBack' | 'chooseFolder';

/** `signIn` and `installCli` concern the conversation's own agent, whichever it is. */
export type AgentAction =
  | ChannelAction
  | 'signIn'
  | 'installCli'
  | 'choosePath'
  | 'configureAgents'
  | 'otherAgent'
  | 'openWrapperSetting'
  | 'showLog';
