import type { AgentPhase } from '../../src/contract/events';
import type { Prompt } from '../../src/contract/prompts';

/** As the status row and the announcements say it. */
export const phaseLabels: Record<AgentPhase, string> = {
  idle: 'idle',
  starting: 'starting',
  working: 'working',
  waiting: 'waiting for permission',
  stopping: 'stopping',
  stopped: 'stopped',
  lost: 'lost',
};

/** Phases in which there is something to stop. */
export function isBusy(phase: AgentPhase): boolean {
  return phase === 'starting' || phase === 'working' || phase === 'waiting';
}

/** The accessible name of a prompt's card. */
export function promptName(prompt: Prompt): string {
  switch (prompt.kind) {
    case 'permission':
      return `Permission: ${prompt.call.title}`;
    case 'question':
      return 'Question';
    case 'plan':
      return 'Plan';
  }
}
