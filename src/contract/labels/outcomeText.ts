import * as l10n from '@vscode/l10n';
import type { Prompt, PromptOutcome } from '../prompts';

/** Returns what has become of a prompt of this kind, in a word or two. */
export function outcomeText(kind: Prompt['kind'], outcome: PromptOutcome): string {
  switch (outcome) {
    case 'allowed':
      return kind === 'plan' ? l10n.t('Approved') : l10n.t('Allowed');
    case 'denied':
      return deniedText(kind);
    case 'answered':
      return kind === 'elicitation' ? l10n.t('Submitted') : l10n.t('Answered');
    case 'withdrawn':
      return l10n.t('Canceled');
    case 'opened':
      return l10n.t('Page opened');
    case 'finished':
      return l10n.t('Finished');
    case 'cancelled':
      return l10n.t('Canceled');
  }
}

function deniedText(kind: Prompt['kind']): string {
  switch (kind) {
    case 'question':
      return l10n.t('Skipped');
    case 'plan':
      return l10n.t('Kept planning');
    case 'elicitation':
      return l10n.t('Declined');
    case 'permission':
      return l10n.t('Denied');
  }
}
