import type { AgentPhase } from '../../src/contract/events';
import { promptLabel } from '../../src/contract/labels/promptLabel';
import type { Prompt } from '../../src/contract/prompts';

/** Labels for the status row and the announcements. */
export const phaseLabels: Record<AgentPhase, string> = {
  idle: 'idle',
  starting: 'starting',
  working: 'working',
  waiting: 'waiting for permission',
  stopping: 'stopping',
  stopped: 'stopped',
  lost: 'lost',
};

/** @returns true if there is work that can be stopped */
export function isBusy(phase: AgentPhase): boolean {
  return phase === 'starting' || phase === 'working' || phase === 'waiting';
}

/** @returns the accessible name of a prompt's card */
export function promptName(prompt: Prompt): string {
  switch (prompt.kind) {
    case 'permission':
      return `Permission: ${prompt.call.title}`;
    case 'question':
    case 'plan':
      return promptLabel(prompt.kind);
  }
}
