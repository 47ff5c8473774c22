import * as l10n from '@vscode/l10n';
import type { AgentPhase } from '../../src/contract/events';
import { promptTitle } from '../../src/contract/labels/promptLabel';
import type { Prompt } from '../../src/contract/prompts';

/** Returns the labels for the status row and the announcements. */
export const phaseLabels = (): Record<AgentPhase, string> => ({
  idle: l10n.t('idle'),
  starting: l10n.t('starting'),
  working: l10n.t('working'),
  waiting: l10n.t('waiting for your answer'),
  stopping: l10n.t('stopping'),
  stopped: l10n.t('stopped'),
  lost: l10n.t('lost'),
});

/** @returns true if there is work that can be stopped */
export function isBusy(phase: AgentPhase): boolean {
  return phase === 'starting' || phase === 'working' || phase === 'waiting';
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
