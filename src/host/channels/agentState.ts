import type { AgentState } from '../../contract/events';
import type { SessionState } from './agentSession';
import type { StoredPrompt } from './broker';

/** What the person is told of the agent: a live one whose prompt is open waits for them. */
export function agentStateOf(
  session: SessionState,
  oldest: StoredPrompt | undefined,
  isRestartDue: boolean,
): AgentState {
  const { phase, ...rest } = session;
  const isLive = phase === 'idle' || phase === 'working';
  const shown = phase === 'asleep' ? 'idle' : phase;
  return {
    ...rest,
    phase: isLive && oldest ? 'waiting' : shown,
    ...(isLive && oldest ? { detail: waitsFor(oldest) } : {}),
    ...(isRestartDue ? { restartsBeforeNext: true } : {}),
  };
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

/** Why nothing can be sent in a folder that was removed or renamed. */
export function goneFolder(cwd: string): string {
  return `The folder ${cwd} is not there any more. The conversation can be read; to go on with it, put the folder back, or go on in another folder.`;
}
