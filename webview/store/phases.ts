import * as l10n from '@vscode/l10n';
import type { AgentPhase } from '../../src/contract/agentState';
import type { Conversation, Summary } from '../../src/contract/conversation';
import { promptTitle } from '../../src/contract/labels/promptLabel';
import type { Prompt } from '../../src/contract/prompts';

/** Returns the text of a phase for the status row and the announcements. */
export function phaseLabel({ agent, waiting }: Pick<Summary, 'agent' | 'waiting'>): string {
  switch (agent.phase) {
    case 'idle':
      return l10n.t('Idle');
    case 'starting':
      return l10n.t('Starting…');
    case 'working':
      return l10n.t('Working…');
    case 'waiting':
      return waitingLabel(waiting[0]?.kind);
    case 'stopping':
      return l10n.t('Stopping…');
    case 'stopped':
      return isElsewhere(agent) ? l10n.t('Read-only') : l10n.t('Stopped');
    case 'lost':
      return l10n.t('Stopped unexpectedly');
  }
}

/** @returns true before the first message of a conversation */
export function isNew({ hasEarlier, turns, open }: Conversation): boolean {
  return !hasEarlier && turns.length === 0 && !open;
}

/** @returns true while another process has the conversation, which can only be read here */
export function isElsewhere(agent: Summary['agent']): boolean {
  return wayBack(agent) !== undefined;
}

/** Returns the action that brings a conversation here which another process has. */
export function wayBack({ actions = [] }: Summary['agent']): 'takeOver' | 'takeBack' | undefined {
  return actions.find(action => action === 'takeOver' || action === 'takeBack');
}

function waitingLabel(kind: Prompt['kind'] | undefined): string {
  switch (kind) {
    case 'permission':
      return l10n.t('Needs your approval');
    case 'question':
      return l10n.t('Has a question for you');
    case 'plan':
      return l10n.t('Plan ready for review');
    case 'elicitation':
    case undefined:
      return l10n.t('Needs your input');
  }
}

/** @returns true if the card of the newest turn says how the agent ended, and what to do now */
export function isLossOnCard({ summary, open, turns }: Conversation): boolean {
  const { phase, detail } = summary.agent;
  const outcome = open ? undefined : turns.at(-1)?.outcome;
  const hasEnded = phase === 'lost' || phase === 'stopped';
  return hasEnded && outcome?.kind === 'lost' && outcome.message === detail;
}

/** @returns true if there is work that can be stopped */
export function isBusy(phase: AgentPhase): boolean {
  return phase === 'starting' || phase === 'working' || phase === 'waiting';
}

/** @returns true if Stop ends something: a turn, or shell lines */
export function runsNow({
  agent,
  shellLines = [],
}: Pick<Summary, 'agent' | 'shellLines'>): boolean {
  return isBusy(agent.phase) || shellLines.some(({ end }) => end === undefined);
}

/** @returns true if a message that is sent now waits in the queue */
export function queuesNow(summary: Pick<Summary, 'agent' | 'shellLines' | 'sending'>): boolean {
  const { agent, sending = [] } = summary;
  // The first message stands in the conversation while Claude Code starts.
  return runsNow(summary) && (agent.phase !== 'starting' || sending.length > 0);
}

/** @returns the accessible name of a prompt's card */
export function promptName(prompt: Prompt): string {
  switch (prompt.kind) {
    case 'permission':
      return l10n.t('Permission: {0}', prompt.call.title);
    default:
      return promptTitle(prompt);
  }
}
