import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';
import type { AgentState } from '../../contract/events';
import { promptLabel } from '../../contract/labels/promptLabel';
import type { AgentStatus } from './agent/status';
import type { StoredPrompt } from './permissionBroker';

/**
 * Derives the agent state that the user sees. A live agent with an open prompt counts as waiting.
 * @param inBackground number of tasks that run whether or not a turn is open
 */
export function agentStateOf(
  session: AgentStatus,
  oldest: StoredPrompt | undefined,
  inBackground: number,
  isRestartDue: boolean,
): AgentState {
  const { phase, ...rest } = session;
  const isLive = phase === 'idle' || phase === 'working';
  const shown = phase === 'asleep' ? 'idle' : phase;
  return {
    ...rest,
    phase: isLive && oldest ? 'waiting' : shown,
    ...(isLive && oldest ? { detail: waitsFor(oldest) } : {}),
    ...(phase === 'idle' && !oldest ? goesOn(inBackground) : {}),
    ...(isRestartDue ? { restartsBeforeNext: true } : {}),
  };
}

/** Detail for tasks that continue after the turn. */
function goesOn(count: number): { detail?: string } {
  if (count === 0) {
    return {};
  }
  const one = l10n.t('1 task in the background');
  const other = l10n.t('{0} tasks in the background', count);
  return { detail: plural(count, { one, other }) };
}

/** Describes the prompt in a word or two; the status already says that the agent waits. */
function waitsFor({ prompt }: StoredPrompt): string {
  const { kind, call } = prompt;
  switch (kind) {
    case 'permission':
      return call.target ? `${call.title} ${call.target}` : call.title;
    case 'question':
    case 'plan':
      return promptLabel(kind);
  }
}
