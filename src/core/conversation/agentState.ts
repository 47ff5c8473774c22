import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';
import type { AgentState } from '../../contract/agentState';
import { promptTitle } from '../../contract/labels/promptLabel';
import type { Prompt } from '../../contract/prompts';
import type { AgentStatus } from './agent/status';

/** Everything that the agent does or begins while it is idle. */
interface Ahead {
  /** Number of tasks that run whether or not a turn is open. */
  readonly tasks: number;
  /** Number of things that the agent has scheduled. */
  readonly scheduled: number;
}

/** Derives the agent state that the user sees. A live agent with an open prompt counts as waiting. */
export function agentStateOf(
  session: AgentStatus,
  oldest: Prompt | undefined,
  ahead: Ahead,
  isRestartDue: boolean,
): AgentState {
  const { phase, ...rest } = session;
  const isLive = phase === 'idle' || phase === 'working';
  const shown = phase === 'asleep' ? 'idle' : phase;
  return {
    ...rest,
    phase: isLive && oldest ? 'waiting' : shown,
    ...(isLive && oldest ? { detail: waitsFor(oldest) } : {}),
    ...(phase === 'idle' && !oldest ? goesOn(ahead) : {}),
    ...(isRestartDue ? { restartsBeforeNext: true } : {}),
  };
}

/** Detail for what continues or begins without a message from the user. */
function goesOn({ tasks, scheduled }: Ahead): { detail?: string } {
  if (tasks > 0) {
    const one = l10n.t('1 task in the background');
    const other = l10n.t('{0} tasks in the background', tasks);
    return { detail: plural(tasks, { one, other }) };
  }
  if (scheduled > 0) {
    const one = l10n.t('1 task is scheduled');
    const other = l10n.t('{0} tasks are scheduled', scheduled);
    return { detail: plural(scheduled, { one, other }) };
  }
  return {};
}

/** Describes the prompt in a word or two; the status already says that the agent waits. */
function waitsFor(prompt: Prompt): string {
  if (prompt.kind !== 'permission') {
    return promptTitle(prompt);
  }
  const { call } = prompt;
  return call.target ? `${call.title} ${call.target}` : call.title;
}
