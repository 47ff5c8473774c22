import * as l10n from '@vscode/l10n';
import type { NextStep, ResponseNote } from './responseNote';

/** Request that the Chat view offers below a response. */
export interface FollowUp {
  readonly label: string;
  readonly prompt: string;
  readonly command?: 'plan' | 'review' | 'open';
}

/** Returns what the user may want to say next; nothing without a conversation. */
export function followUps(note: ResponseNote | undefined): readonly FollowUp[] {
  if (!note) {
    return [];
  }
  const open: FollowUp = {
    ...{ label: l10n.t('Continue in Tandem'), command: 'open' },
    prompt: l10n.t('Open this conversation in Tandem'),
  };
  return [...(note.next === undefined ? [] : [nextOf(note.next)]), open];
}

function nextOf(next: NextStep): FollowUp {
  switch (next) {
    case 'plan':
      return {
        ...{ label: l10n.t('Keep Planning'), command: 'plan' },
        prompt: l10n.t('Refine the plan'),
      };
    case 'review':
      return {
        ...{ label: l10n.t('Review the Changes'), command: 'review' },
        prompt: l10n.t('Show the changes'),
      };
    case 'go':
      return { label: l10n.t('Continue'), prompt: l10n.t('Continue.') };
  }
}
