import * as l10n from '@vscode/l10n';
import type { Prompt, PromptOutcome } from '../../contract/prompts';

/** Returns the line below a prompt that is closed. */
export function outcomeText(kind: Prompt['kind'], outcome: PromptOutcome): string {
  switch (outcome) {
    case 'allowed':
      return kind === 'plan' ? l10n.t('Approved') : l10n.t('Allowed');
    case 'denied':
      return kind === 'plan' ? l10n.t('Not approved') : l10n.t('Denied');
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
