import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { AgentAction } from '../../../contract/agentState';
import type { AgentExit } from '../../../protocol/agentSource';

/** `asleep`: the process ended while idle, and the next message starts another. */
type StatusPhase = 'stopped' | 'starting' | 'idle' | 'asleep' | 'working' | 'stopping' | 'lost';

/** State of the agent process in the user's terms. */
export interface AgentStatus {
  readonly phase: StatusPhase;
  readonly detail?: string;
  readonly stderr?: string;
  readonly actions?: readonly AgentAction[];
}

/** Status while no process runs. */
export interface RestingStatus extends AgentStatus {
  readonly phase: 'stopped' | 'lost';
}

/** Returns the actions that the user can take after the agent failed to start. */
export function actionsAfter(error: unknown): readonly AgentAction[] {
  switch (error instanceof UserError ? error.code : undefined) {
    case 'cli.missing':
      return ['installCli', 'choosePath'];
    case 'cli.wrapper':
      return ['openWrapperSetting', 'restart', 'showLog'];
    case 'agent.missing':
      return ['installCli', 'configureAgents', 'otherAgent'];
    case 'agent.unknown':
    case 'agent.badCommand':
      return ['configureAgents', 'otherAgent'];
    case 'agent.signedOut':
      return ['signIn', 'restart'];
    case 'agent.version':
    case 'agent.timeout':
      return ['restart', 'configureAgents', 'showLog'];
    case 'spawn.cwdMissing':
      return ['chooseFolder', 'restart'];
    default:
      return ['restart', 'showLog'];
  }
}

/** Returns the status after the agent ended by itself. */
export function lostStatus(exit: AgentExit): RestingStatus {
  const how = exit.signal
    ? l10n.t('signal {0}', exit.signal)
    : l10n.t('exit code {0}', exit.code ?? l10n.t('unknown'));
  return {
    phase: 'lost',
    detail: l10n.t('The process ended ({0}).', how),
    ...(exit.stderr ? { stderr: exit.stderr } : {}),
    actions: ['resume', 'showLog'],
  };
}
