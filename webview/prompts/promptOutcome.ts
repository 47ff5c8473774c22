import * as l10n from '@vscode/l10n';
import { destinationText } from '../../src/contract/labels/destinationText';
import { modeText } from '../../src/contract/labels/modeText';
import { outcomeText } from '../../src/contract/labels/outcomeText';
import type { Prompt, PromptAnswer, PromptOutcome } from '../../src/contract/prompts';
import type { IconName } from '../ui/glyphs';
import { suggestionLabel } from './wording';

export interface Outcome {
  readonly kind: PromptOutcome;
  readonly text: string;
}

const icons = {
  allowed: 'shield',
  denied: 'circle-slash',
  answered: 'check',
  opened: 'check',
  finished: 'check',
  cancelled: 'circle-slash',
  withdrawn: 'circle-slash',
} as const satisfies Record<PromptOutcome, string>;

export function outcomeIcon(outcome: PromptOutcome): IconName {
  return icons[outcome];
}

/** Describes the outcome in one line. `sentAnswer`, the answer from this page, has more detail. */
export function outcomeOf(
  prompt: Prompt,
  outcome: PromptOutcome | undefined,
  sentAnswer: PromptAnswer | undefined,
): Outcome | undefined {
  if (outcome === 'withdrawn') {
    return { kind: outcome, text: outcomeText(prompt.kind, outcome) };
  }
  const own = sentAnswer === undefined ? undefined : ownOutcome(prompt, sentAnswer);
  // Another page may have answered first; then only its answer counts.
  if (own !== undefined && (outcome === undefined || own.kind === outcome)) {
    return own;
  }
  return outcome === undefined
    ? undefined
    : { kind: outcome, text: outcomeText(prompt.kind, outcome) };
}

function ownOutcome(prompt: Prompt, sentAnswer: PromptAnswer): Outcome {
  switch (sentAnswer.kind) {
    case 'allowOnce':
      return { kind: 'allowed', text: l10n.t('Allowed once') };
    case 'allowAlways':
      return {
        kind: 'allowed',
        text: l10n.t('Always allowed ({0})', destinationText(sentAnswer.destination).name),
      };
    case 'allowWith':
      return {
        kind: 'allowed',
        text: l10n.t('Allowed ({0})', suggestionText(prompt, sentAnswer.suggestion)),
      };
    case 'offered':
      return offeredOutcome(prompt, sentAnswer.index);
    case 'deny':
      return {
        kind: 'denied',
        text: withFeedback(outcomeText(prompt.kind, 'denied'), sentAnswer.message),
      };
    case 'answers':
      return { kind: 'answered', text: l10n.t('Answered') };
    case 'approvePlan':
      return {
        kind: 'allowed',
        text:
          sentAnswer.mode === undefined
            ? l10n.t('Approved')
            : l10n.t('Approved ({0})', modeText(sentAnswer.mode).label),
      };
    case 'keepPlanning':
      return {
        kind: 'denied',
        text: withFeedback(outcomeText('plan', 'denied'), sentAnswer.feedback),
      };
    case 'submitForm':
      return { kind: 'answered', text: l10n.t('Submitted') };
    case 'declineInput':
      return { kind: 'denied', text: l10n.t('Declined') };
    case 'cancelInput':
      return { kind: 'cancelled', text: l10n.t('Canceled') };
    case 'openPage':
    case 'pageDone':
      return { kind: 'opened', text: l10n.t('Page opened') };
  }
}

/** Repeats the foreign agent's own words for the answer that was taken. */
function offeredOutcome(prompt: Prompt, index: number): Outcome {
  const offered = prompt.kind === 'permission' ? prompt.offered : undefined;
  const chosen = offered?.find(one => one.index === index);
  const isAllowed = chosen?.effect.startsWith('allow') ?? false;
  const plain = isAllowed ? l10n.t('Allowed') : l10n.t('Denied');
  return { kind: isAllowed ? 'allowed' : 'denied', text: chosen?.label ?? plain };
}

function suggestionText(prompt: Prompt, index: number): string {
  const chosen =
    prompt.kind === 'permission'
      ? prompt.suggestions.find(suggestion => suggestion.index === index)
      : undefined;
  if (chosen === undefined || chosen.type === 'addRules') {
    return '';
  }
  const label = suggestionLabel(chosen);
  return chosen.type === 'addDirectories' ? `${label}: ${chosen.directories.join(', ')}` : label;
}

function withFeedback(word: string, words: string | undefined): string {
  return words === undefined || words === '' ? word : `${word}: ${words}`;
}
