import * as l10n from '@vscode/l10n';
import type { PromptOutcome } from '../../contract/prompts';

/** Returns the line below a prompt that is closed. */
export function outcomeText(outcome: PromptOutcome): string {
  switch (outcome) {
    case 'allowed':
      return l10n.t('Allowed');
    case 'denied':
      return l10n.t('Denied');
    case 'answered':
      return l10n.t('Answered');
    case 'withdrawn':
      return l10n.t('No longer asked');
    case 'cancelled':
      return l10n.t('Cancelled');
    case 'opened':
      return l10n.t('Page opened');
    case 'finished':
      return l10n.t('Finished');
  }
}
