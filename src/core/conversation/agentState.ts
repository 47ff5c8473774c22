import type { AgentState } from '../../contract/events';
import type { StoredPrompt } from './broker';
import type { SessionState } from './sessionState';

/**
 * What the user is told of the agent: a live one whose prompt is open waits for them.
 * @param inBackground tasks that run whether a turn is open or not
 */
export function agentStateOf(
  session: SessionState,
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

/** The turn has ended, and not all of its work. */
function goesOn(count: number): { detail?: string } {
  return count === 0
    ? {}
    : { detail: count === 1 ? '1 task in the background' : `${count} tasks in the background` };
}

/** In a word or two: the status itself says that it waits. */
function waitsFor({ prompt }: StoredPrompt): string {
  const { kind, call } = prompt;
  switch (kind) {
    case 'permission':
      return call.target ? `${call.title} ${call.target}` : call.title;
    case 'question':
      return 'Question';
    case 'plan':
      return 'Plan';
  }
}
